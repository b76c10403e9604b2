const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * Returns whether a text is a host name (RFC 1123, section 2.1). Labels of internationalized names are A-labels (RFC
 * 5890, section 2.3.2.1).
 */
export function isHostname(text: string): boolean {
  if (text.length > 253) return false;
  return text.split('.').every((part) => label.test(part) && (!/^xn--/i.test(part) || /[a-z\d]{2}$/i.test(part)));
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Returns whether a text is an IPv4 address as four decimal numbers (RFC 2673, section 3.2). */
export function isIpv4(text: string): boolean {
  return ipv4.test(text);
}

/** Returns whether a text is an IPv6 address (RFC 4291, section 2.2). */
export function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const tail = text.slice(text.lastIndexOf(':') + 1);
  const isMixed = tail.includes('.');
  if (isMixed && (tail === text || !isIpv4(tail))) return false;
  const halves = (isMixed ? `${text.slice(0, -tail.length)}0:0` : text).split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}
