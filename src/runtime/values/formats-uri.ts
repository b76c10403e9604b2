import { isIpv6 } from './formats-host.js';

const uri = /* @__PURE__ */ compile(true);
const relative = /* @__PURE__ */ compile(false);
const future = /^v[\dA-Fa-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** Returns whether a text is a URI, which has a scheme (RFC 3986, section 3). */
export function isUri(text: string): boolean {
  return isMatch(uri.exec(text));
}

/** Returns whether a text is a URI or a relative reference (RFC 3986, section 4.1). */
export function isUriReference(text: string): boolean {
  return isUri(text) || isMatch(relative.exec(text));
}

function isMatch(match: RegExpExecArray | null): boolean {
  const literal = match?.[1];
  return match !== null && (literal === undefined || isIpv6(literal) || future.test(literal));
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
