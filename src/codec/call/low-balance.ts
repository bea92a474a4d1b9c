/** A channel's call balance is low if it is at most this number; used for the operator's log and for the desk. Source: CALL-10. */
export const lowBalance = 10;
