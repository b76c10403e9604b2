import { isHostname, isIpv4, isIpv6 } from './formats-host.js';

const atoms = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

/** Returns whether a text is an email address (`Mailbox` of RFC 5321, section 4.1.2). */
export function isEmail(text: string): boolean {
  const [local, domain] = splitAddress(text);
  if (local.length > 64 || !(atoms.test(local) || quoted.test(local))) return false;
  return isHostname(domain) || isAddressLiteral(domain);
}

const idnAtoms = /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\0-\x7f])+(?:\.(?:[\w!#$%&'*+/=?^`{|}~-]|[^\0-\x7f])+)*$/u;
const idnQuoted = /^"(?:[ !#-[\]-~]|[^\0-\x7f]|\\[ -~])*"$/u;
const idnLabel = /^(?!-)(?:[\p{L}\p{M}\p{N}-]|\u00b7|\u200c|\u200d){1,63}(?<!-)$/u;

/** Returns whether a text is an internationalized email address (RFC 6531, section 3.3). */
export function isIdnEmail(text: string): boolean {
  const [local, domain] = splitAddress(text);
  if (countOctets(local) > 64 || !(idnAtoms.test(local) || idnQuoted.test(local))) return false;
  return isAddressLiteral(domain) || domain.split('.').every((part) => idnLabel.test(part));
}

function splitAddress(text: string): [string, string] {
  const at = text.lastIndexOf('@');
  return at < 0 ? ['', ''] : [text.slice(0, at), text.slice(at + 1)];
}

function isAddressLiteral(domain: string): boolean {
  if (!domain.startsWith('[') || !domain.endsWith(']')) return false;
  const address = domain.slice(1, -1);
  return address.startsWith('IPv6:') ? isIpv6(address.slice(5)) : isIpv4(address);
}

function countOctets(text: string): number {
  let count = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    count += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return count;
}
