// How to play is loaded when somebody opens it.
import { lazy } from "../parts/lazy";
import type { HowProps } from "./sheet";

export const HowSheet = lazy<HowProps>(() => import("./sheet").then(part => part.HowSheet));
