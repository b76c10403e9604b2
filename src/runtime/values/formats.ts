const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * Returns whether a text is a host name (RFC 1123, section 2.1). Labels of internationalized names are A-labels (RFC
 * 5890, section 2.3.2.1).
 */
export function matchesHostname(text: string): boolean {
  if (text.length > 253) return false;
  return text.split('.').every((part) => label.test(part) && (!/^xn--/i.test(part) || /[a-z\d]{2}$/i.test(part)));
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Returns whether a text is an IPv4 address as four decimal numbers (RFC 2673, section 3.2). */
export function matchesIpv4(text: string): boolean {
  return ipv4.test(text);
}

/** Returns whether a text is an IPv6 address (RFC 4291, section 2.2). */
export function matchesIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const tail = text.slice(text.lastIndexOf(':') + 1);
  const isMixed = tail.includes('.');
  if (isMixed && (tail === text || !matchesIpv4(tail))) return false;
  const halves = (isMixed ? `${text.slice(0, -tail.length)}0:0` : text).split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}

const uri = /* @__PURE__ */ compile(true);
const relative = /* @__PURE__ */ compile(false);
const future = /^v[\dA-Fa-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** Returns whether a text is a URI, which has a scheme (RFC 3986, section 3). */
export function matchesUri(text: string): boolean {
  return isMatch(uri.exec(text));
}

/** Returns whether a text is a URI or a relative reference (RFC 3986, section 4.1). */
export function matchesUriReference(text: string): boolean {
  return matchesUri(text) || isMatch(relative.exec(text));
}

function isMatch(match: RegExpExecArray | null): boolean {
  const literal = match?.[1];
  return match !== null && (literal === undefined || matchesIpv6(literal) || future.test(literal));
}

// RFC 3986, appendix A. A separate check reads the part in brackets. Bundlers remove a call that nothing uses, but no
// template.
function compile(hasScheme: boolean): RegExp {
  const pathCharacter = "(?:[\\w.~!$&'()*+,;=:@-]|%[\\dA-Fa-f]{2})";
  const firstCharacter = "(?:[\\w.~!$&'()*+,;=@-]|%[\\dA-Fa-f]{2})";
  const authority =
    "(?:(?:[\\w.~!$&'()*+,;=:-]|%[\\dA-Fa-f]{2})*@)?(?:\\[([^\\]]*)\\]|(?:[\\w.~!$&'()*+,;=-]|%[\\dA-Fa-f]{2})*)(?::\\d*)?";
  const more = `(?:/${pathCharacter}*)*`;
  const end = `(?:\\?(?:${pathCharacter}|[/?])*)?(?:#(?:${pathCharacter}|[/?])*)?$`;
  return new RegExp(
    hasScheme
      ? `^[A-Za-z][A-Za-z\\d+.-]*:(?://${authority}${more}|/?(?:${pathCharacter}+${more})?)${end}`
      : `^(?://${authority}${more}|/(?:${pathCharacter}+${more})?|${firstCharacter}+${more}|)${end}`,
  );
}

const atoms = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

/** Returns whether a text is an email address (`Mailbox` of RFC 5321, section 4.1.2). */
export function matchesEmail(text: string): boolean {
  const [local, domain] = splitAddress(text);
  if (local.length > 64 || !(atoms.test(local) || quoted.test(local))) return false;
  return matchesHostname(domain) || isAddressLiteral(domain);
}

const idnAtoms = /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\0-\x7f])+(?:\.(?:[\w!#$%&'*+/=?^`{|}~-]|[^\0-\x7f])+)*$/u;
const idnQuoted = /^"(?:[ !#-[\]-~]|[^\0-\x7f]|\\[ -~])*"$/u;
const idnLabel = /^(?!-)(?:[\p{L}\p{M}\p{N}-]|\u00b7|\u200c|\u200d){1,63}(?<!-)$/u;

/** Returns whether a text is an internationalized email address (RFC 6531, section 3.3). */
export function matchesIdnEmail(text: string): boolean {
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
  return address.startsWith('IPv6:') ? matchesIpv6(address.slice(5)) : matchesIpv4(address);
}

function countOctets(text: string): number {
  let count = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    count += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return count;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Returns whether a text is a UUID (RFC 4122, section 3). */
export function matchesUuid(text: string): boolean {
  return uuid.test(text);
}

const pointer = /^(?:\/(?:[^~/]|~[01])*)*$/;

/** Returns whether a text is a JSON pointer (RFC 6901, section 3). */
export function matchesJsonPointer(text: string): boolean {
  return pointer.test(text);
}

/** Returns whether a text is a regular expression (ECMA-262, with Unicode meaning). */
export function matchesRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a text is base64 with padding (RFC 4648, section 4). */
export function matchesBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);
}

/** Returns whether a text is a `date-time` (RFC 3339, section 5.6). */
export function matchesDateTime(text: string): boolean {
  return matchesDate(text.slice(0, 10)) && (text[10] === 'T' || text[10] === 't') && matchesTime(text.slice(11));
}

const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns whether a text is a `full-date` (RFC 3339, section 5.6) of an existing day. */
export function matchesDate(text: string): boolean {
  const parts = date.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeapYear ? 29 : (monthDays[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

const time = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/;

/**
 * Returns whether a text is a `full-time` (RFC 3339, section 5.6). Second 60 is valid only at the end of a day in UTC.
 */
export function matchesTime(text: string): boolean {
  const parts = time.exec(text);
  if (!parts) return false;
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (parts[4] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  return (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}

const duration =
  /^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?|T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))$/;

/** Returns whether a text is a `duration` (RFC 3339, appendix A). */
export function matchesDuration(text: string): boolean {
  return duration.test(text);
}
