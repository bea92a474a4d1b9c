/**
 * Limits of the values that a page may pass. They are in one file so that the build writes the numbers where they are used.
 * Lengths are in code points, because the service cuts in code points. Source: LIM-05.
 */
export const labelMax = 255;
export const textMax = 1_000;
export const offlineTextMax = 4_000;
export const tokenMax = 1_000;
export const rowsMax = 50;
/** The highest number of rows that are read, regardless of the `length` of the page's list. */
export const rowsSeenMax = 1_000;
/** The highest number of commands that wait for the widget. No honest page asks for more. */
export const waitingMax = 1_000;
/** A caller with a callback waits this long for the widget. */
export const patienceMs = 15_000;
/** The bytes of a frame on the visitors' socket that a page's values may use. */
export const frameBytesMax = 15_900;

/**
 * The number of tries to load the body's script, and a quarter of the first pause. Each later pause is four times as long as the
 * pause before.
 */
export const triesMax = 6;
export const quarterPauseMs = 250;
/** The interval between two checks whether the page has a `<body>`. */
export const bodyPauseMs = 50;
/** The highest number of returns of the widget in a second that are at once. */
export const returnsMax = 20;
export const secondMs = 1_000;
