import { placeOf } from "../../shell/route.ts";

export const repliesPlace = placeOf(["settings", "replies"]);
export const placeOfReply = (id: string): string => placeOf(["settings", "replies", id]);
