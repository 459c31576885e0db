// The module and its memory: compiling, laying arguments into memory, taking texts out. index.mjs and the page's worker stand
// on this; src/wasm/wasm.h says what each call of the module does.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Wrong use: a name that does not exist, a match that was freed. A move that is refused is a value, not an error. */
export class CroupierError extends Error {
  constructor(message) {
    super(message);
    this.name = 'CroupierError';
  }
}

const never = () => {
  throw new CroupierError('the referee has no files');
};

/** A module from bytes, from an address, or from the file beside this one. */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  return WebAssembly.compile(await read(source ?? new URL('croupier.wasm', import.meta.url)));
}

/** The bytes at an address, also that of a file. */
export async function read(url) {
  if (String(url).startsWith('file:')) {
    const { readFile } = await import('node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new CroupierError(`cannot load ${url}: ${response.status}`);
  return response.arrayBuffer();
}

/** `host` has what a server in a tab calls: reply, send, keep, commit. */
export class Wasm {
  constructor(module, host) {
    const imports = {
      croupier: { reply: never, send: never, keep: never, commit: never, ...host },
      wasi_snapshot_preview1: { fd_write: never, fd_seek: never, fd_close: never },
    };
    this.c = new WebAssembly.Instance(module, imports).exports;
    this.c._initialize();
  }

  /** Made anew each time: memory may have grown, and then old views of it are empty. */
  get bytes() {
    return new Uint8Array(this.c.memory.buffer);
  }

  /** Calls with texts and bytes laid into memory for as long as the call lasts. */
  with(values, call) {
    const places = values.map((value) => {
      if (value === null) return 0;
      const bytes = typeof value === 'string' ? encoder.encode(value + '\0') : value;
      const at = this.c.cr_wasm_alloc(bytes.length);
      if (!at) throw new CroupierError('no memory left');
      this.bytes.set(bytes, at);
      return at;
    });
    try {
      return call(...places);
    } finally {
      for (const at of places) if (at) this.c.cr_wasm_free(at);
    }
  }

  slice(at, length) {
    return this.bytes.slice(at, at + length);
  }

  /** A text of known length, or one that ends with a zero. */
  text(at, length = this.bytes.indexOf(0, at) - at) {
    return decoder.decode(this.bytes.subarray(at, at + length));
  }

  out(length) {
    return this.text(this.c.cr_wasm_text(), length);
  }

  json(length) {
    return JSON.parse(this.out(length));
  }

  /** What the last call says is wrong. */
  fail() {
    throw new CroupierError(this.text(this.c.cr_wasm_text()));
  }
}
