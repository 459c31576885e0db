export class CroupierError extends Error {}

export function compile(source?: WebAssembly.Module | BufferSource | URL | string): Promise<WebAssembly.Module>;

export function read(url: URL | string): Promise<BufferSource>;

/** Functions of src/wasm/wasm.h and include/croupier/croupier.h. Numbers of 64 bits are bigint, pointers are number. */
export type Calls = Record<string, (...args: (number | bigint | boolean)[]) => number & bigint>;

export class Wasm {
  constructor(module: WebAssembly.Module, host?: Record<string, (...args: number[]) => void>);
  readonly c: Calls;
  readonly bytes: Uint8Array;
  with<T>(values: (string | Uint8Array | null)[], call: (...places: number[]) => T): T;
  slice(at: number, length: number): Uint8Array;
  text(at: number, length?: number): string;
  out(length: number): string;
  json(length: number): unknown;
  fail(): never;
}
