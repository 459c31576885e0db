// What is loaded when somebody wants it: how to play, and what a thing on the table is.
import { lazy } from "../parts/lazy";
import type { HowProps } from "./sheet";

export const HowSheet = lazy<HowProps>(() => import("./sheet").then(part => part.HowSheet));
export const Meaning = lazy<{ game: string }>(() => import("./meaning").then(part => part.Meaning));
