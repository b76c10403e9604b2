/** Returns whether a text is a `date-time` (RFC 3339, section 5.6). */
export function isDateTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && (text[10] === 'T' || text[10] === 't') && isTime(text.slice(11));
}

const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns whether a text is a `full-date` (RFC 3339, section 5.6) of an existing day. */
export function isDate(text: string): boolean {
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
export function isTime(text: string): boolean {
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
export function isDuration(text: string): boolean {
  return duration.test(text);
}
