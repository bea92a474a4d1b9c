/** The least length of a token that a person types for a bot. Shorter tokens of earlier times stay valid. Source: BOT-52. */
export const typedTokenMin = 16;
