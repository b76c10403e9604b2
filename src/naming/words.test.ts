import ts59 from 'typescript-5.9';
import ts6 from 'typescript-6';
import { expect, test } from 'vitest';
import { buildFileName, nameMember, nameType } from './identifiers.js';
import { joinCamel, joinKebab, joinPascal, splitIntoWords, splitWords } from './words.js';

test.each([
  ['pet_store', 'petStore', 'PetStore', 'pet-store'],
  ['X-Organization-ID', 'xOrganizationId', 'XOrganizationId', 'x-organization-id'],
  ['getAPIKey', 'getApiKey', 'GetApiKey', 'get-api-key'],
  ['oauth2Token', 'oauth2Token', 'Oauth2Token', 'oauth2-token'],
  ['S3 bucket', 's3Bucket', 'S3Bucket', 's3-bucket'],
  ['from date', 'fromDate', 'FromDate', 'from-date'],
  ['GrößeÄndern', 'größeÄndern', 'GrößeÄndern', 'groudfe-andern'],
  ['名前', '名前', '名前', 'u540du524d'],
])('%s is split into words', (text, camel, pascal, kebab) => {
  expect([joinCamel(splitWords(text)), joinPascal(splitWords(text)), joinKebab(splitWords(text))]).toEqual([
    camel,
    pascal,
    kebab,
  ]);
});

test('symbols are spelled, emoji by their code points', () => {
  expect(joinCamel(splitIntoWords('created<'))).toBe('createdLess');
  expect(joinCamel(splitIntoWords('+1'))).toBe('plus1');
  expect(splitWords('🎉')).toEqual([]);
  for (const same of ['get-thing', 'get_thing', 'get.thing', 'get/thing', 'get thing'])
    expect(splitIntoWords(same), same).toEqual(['get', 'thing']);
  expect(joinPascal(splitIntoWords('🎉$'))).toBe('U1f389Dollar');
});

test('a valid name stays as written; a name that cannot begin an identifier gets a prefix', () => {
  expect(nameType('APIKey', 'Schema').name).toBe('APIKey');
  expect(nameMember('userID', 'Parameter').name).toBe('userID');
  expect(nameType('404', 'Response').name).toBe('Response404');
  expect(nameMember('2fa', 'Parameter').name).toBe('parameter2fa');
  expect(nameType('', 'Schema').name).toBe('Schema');
  expect(nameType('pet', 'Schema', 'myPet')).toEqual({ name: 'myPet', explicit: true });
  expect(nameType('pet', 'Schema', 'my pet')).toMatchObject({ name: 'MyPet', because: { variant: 'not-identifier' } });
});

test('long names and file names keep their beginning and end', () => {
  const long = `get ${'very '.repeat(40)}long name`;
  expect(nameMember(long, 'Operation').name).toMatch(/^getVery.{0,70}LongName$/);
  expect(buildFileName(`Get${'Very'.repeat(60)}LongName`)).toMatch(/^get-very.{0,66}-long-name$/);
  expect(buildFileName('a'.repeat(500)).length).toBeLessThanOrEqual(80);
});

test('every compiler accepts each letter that a name keeps', () => {
  const kept: string[] = [];
  for (let point = 0x80; point < 0x10000; point++) {
    kept.push(...splitWords(String.fromCharCode(point)));
  }
  expect(kept.length).toBeGreaterThan(30_000);
  const compilers = [
    (point: number) => ts59.isIdentifierPart(point, ts59.ScriptTarget.Latest),
    (point: number) => ts6.isIdentifierPart(point, ts6.ScriptTarget.Latest),
  ];
  for (const isPart of compilers)
    expect(kept.filter((word) => ![...word].every((each) => isPart(each.codePointAt(0) ?? 0)))).toEqual([]);
});
