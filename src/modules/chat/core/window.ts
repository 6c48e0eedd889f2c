/** Minutes under which the countdown warns. */
const warningMinutes = 120;

export interface WindowState {
  isOpen: boolean;
  hours: number;
  minutes: number;
  isWarning: boolean;
  /** Milliseconds until what is shown changes; null when it never does by itself. */
  next: number | null;
}

/**
 * Rest of the window for free text. The server computes its end from the provider's time; it decides when a message is
 * sent, too.
 * @param endsAt null when the customer has never written
 */
export function windowState(endsAt: string | null, now: number): WindowState {
  const left = endsAt === null ? 0 : Date.parse(endsAt) - now;
  if (left <= 0) return { isOpen: false, hours: 0, minutes: 0, isWarning: false, next: null };
  const minutes = Math.floor(left / 60_000);
  return {
    isOpen: true,
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
    isWarning: minutes < warningMinutes,
    next: left - minutes * 60_000 + 1,
  };
}
