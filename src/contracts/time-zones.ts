/** Whether a text names a time zone of the tz database, or UTC. */
export function isTimeZone(name: string): boolean {
  // An offset is no zone: it has no changes of clocks.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
