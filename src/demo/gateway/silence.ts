/** MPEG 1 layer 3, 128 kbit/s, 44.1 kHz. Every frame is 26 ms of silence. */
const header = Buffer.from([0xff, 0xfb, 0x90, 0xc4]);
const frame = Buffer.concat([header, Buffer.alloc(417 - header.length)]);

/** A recording of one second of silence. */
export const silence = Buffer.concat(Array.from({ length: 38 }, () => frame));
