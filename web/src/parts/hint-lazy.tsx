import type { Hinted } from "../proto";
import type { Names } from "../words";
import { lazy } from "./lazy";

/** Nobody loads it who never asks. */
export const HintBox = lazy<{ told: Hinted; names: Names; close(): void }>(() => import("./hint").then(part => part.HintBox));
