/** Of one page of raw rows; a row beyond the bytes still comes. */
export const pageRowsMax = 2_000;
export const pageBytesMax = 4 * 1024 ** 2;
