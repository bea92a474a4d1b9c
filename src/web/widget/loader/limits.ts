/** Bounds of what a page may ask, in one file so that the build writes the numbers where they are used. Lengths are in code points, as the service cuts. Source: LIM-05. */
export const labelMax = 255;
export const textMax = 1_000;
export const offlineTextMax = 4_000;
export const tokenMax = 1_000;
export const urlMax = 2_048;
export const rowsMax = 50;
/** Rows that are looked at, whatever the page's list calls its length. */
export const rowsSeenMax = 1_000;
/** Commands that wait for the widget: more than any page asks in good faith. */
export const waitingMax = 1_000;
/** Whoever asked to be called back waits for the widget that long. */
export const patienceMs = 15_000;
/** As much of a frame of the visitors' socket as a page may fill. */
export const frameBytesMax = 15_900;

/** How often the body's script is asked for, and a quarter of the first pause between; the next ones are four times as long each. */
export const triesMax = 6;
export const quarterPauseMs = 250;
/** How often it is looked whether the page has a `<body>` by now. */
export const bodyPauseMs = 50;
