import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canDeleteMeetingBot, deleteMeetingBotTransitions } from '../../generated/types/index.js';
import { buildTypeModules } from '../../src/emitters/types/index.js';
import { describeSchemas, nameFiles, temporaryFolder } from './emission.js';

/** Transitions of a status that the description shows have guards. Others have none. */
test('a guard knows the states that allow an operation, and its table lists the results', () => {
  const shown = (['pending', 'scheduled', 'in_call_recording', 'call_ended', 'failed'] as const).map(
    canDeleteMeetingBot,
  );
  expect(shown).toEqual([true, true, false, false, false]);
  expect(deleteMeetingBotTransitions.map(({ from, to }) => [from, to])).toEqual([
    ['pending', null],
    ['scheduled', null],
  ]);
});

const operation = (operationId: string): object => ({ post: { operationId, responses: { 204: { description: '' } } } });
const description = describeSchemas(
  {
    State: {
      enum: ['open', 'paid', 'closed'],
      'x-transitions': [
        { from: 'open', operation: 'pay', to: 'paid', condition: 'The price is met.' },
        { from: 'open', operation: 'close', to: 'closed' },
        { from: 'paid', operation: 'close', to: 'closed', effect: 'Ends in `*/`.' },
      ],
    },
    Door: { type: 'string', 'x-transitions': [{ from: 'ajar', operation: 'close', to: 'shut' }] },
  },
  { paths: { '/pay': operation('pay'), '/close': operation('close') } },
);

test('statuses that share an operation have separate guards', async () => {
  const named = nameFiles(description);
  const module = buildTypeModules(named).find(({ module: name }) => name === 'types/transitions');
  const text = module?.print('', 'js').text.replace(/^import [^;]*;$/gm, '') ?? '';
  const file = join(temporaryFolder(), 'transitions.ts');
  writeFileSync(file, text);
  const emitted: { readonly [name: string]: unknown } = await import(file);
  expect(Object.keys(emitted).sort()).toEqual([
    'canCloseFromDoor',
    'canCloseFromState',
    'canPay',
    'closeFromDoorTransitions',
    'closeFromStateTransitions',
    'payTransitions',
  ]);
  expect(emitted['payTransitions']).toEqual([{ from: 'open', to: 'paid', condition: 'The price is met.' }]);
  expect(text).toContain("canCloseFromState(status: State): status is 'open' | 'paid'");
  expect(text).toContain('canCloseFromDoor(status: string): boolean');
  expect(text).toContain('Conditions: The price is met.');
});

test('nothing is emitted for what is not shown', () => {
  const named = nameFiles(describeSchemas({ State: { enum: ['open'] } }));
  const modules = buildTypeModules(named).map(({ module }) => module);
  expect(modules).not.toContain('types/transitions');
});
