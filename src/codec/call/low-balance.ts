/** From this many on down a channel's call balance runs low, for the operator's log and for the desk. Source: CALL-10. */
export const lowBalance = 10;
