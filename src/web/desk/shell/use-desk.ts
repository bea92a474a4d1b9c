import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Desk } from "../data/desk.ts";

/** The desk of the logged-in agent, for all components below the shell. */
export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("Expected a desk around what uses it: nobody is logged in.");
  return desk;
}
