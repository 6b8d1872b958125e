/** A wall-clock time without a zone: hours and minutes, 24-hour clock. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

/** When a capture looks by itself, in the wall-clock time of one zone: '00:05 to 00:40, Europe/Berlin, on weekdays until 2026-12-24'. */
export interface CaptureTimes {
  /** IANA name ('Europe/Berlin', 'UTC') or a fixed offset ('+02:00'). */
  readonly timeZone: string;
  readonly from: TimeOfDay;
  /** Not after `from`: on the next day. */
  readonly to: TimeOfDay;
  readonly days: CaptureDays;
}

export type CaptureDays =
  /** The day on which the window starts, 'YYYY-MM-DD'. */
  | { readonly kind: 'once'; readonly date: string }
  /** Days on which it starts, as ISO weekdays (1 is Monday), the last of them `until`, 'YYYY-MM-DD'. */
  | { readonly kind: 'weekly'; readonly weekdays: readonly number[]; readonly until?: string };

/** One window in absolute time; it ends after it starts. */
export interface CaptureRun {
  readonly startsAt: Date;
  readonly endsAt: Date;
}
