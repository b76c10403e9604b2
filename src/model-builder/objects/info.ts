import type { Info } from '../../model/api.js';
import { readElement } from '../items/element.js';
import { omitUndefinedMembers } from '../node.js';
import { type ObjectReader, openObject } from '../object-reader.js';

/** Reads the Info Object (OpenAPI 3.2, 4.2). */
export function readInfo(root: ObjectReader<'OpenAPI Object'>): Info {
  const node = root.node('info');
  const reader = node && openObject(root.context, 'Info Object', node);
  if (!reader) {
    if (!node) root.reportAbsent('info', 'info');
    return { origin: root.at('info'), notShown: [], source: [], title: '', version: '' };
  }
  const info: Info = {
    ...readElement(reader),
    title: reader.textOr('title', ''),
    version: reader.textOr('version', ''),
    ...omitUndefinedMembers({
      summary: reader.text('summary'),
      description: reader.text('description'),
      termsOfService: reader.text('termsOfService'),
      contact: readContact(reader),
      license: readLicense(reader),
    }),
  };
  reader.close();
  return info;
}

function readContact(info: ObjectReader<'Info Object'>): Info['contact'] {
  const node = info.node('contact');
  const reader = node && openObject(info.context, 'Contact Object', node);
  if (!reader) return undefined;
  const contact = omitUndefinedMembers({
    name: reader.text('name'),
    url: reader.text('url'),
    email: reader.text('email'),
  });
  reader.close();
  return contact;
}

function readLicense(info: ObjectReader<'Info Object'>): Info['license'] {
  const node = info.node('license');
  const reader = node && openObject(info.context, 'License Object', node);
  if (!reader) return undefined;
  const license = {
    name: reader.textOr('name', ''),
    ...omitUndefinedMembers({ identifier: reader.text('identifier'), url: reader.text('url') }),
  };
  reader.close();
  return license;
}
