// SHA-256, to check the deal. Browsers offer it only on pages that came by https or from this machine, so there is one
// of our own for the rest; both give the same, and the unit tests hold them against each other.

/* The first 32 bits of the fractional parts of a root of the first primes, as FIPS 180-4 asks for. */
function fractions(n: number, root: number): Uint32Array {
  const out = new Uint32Array(n);
  for (let i = 0, prime = 2; i < n; prime++) {
    let isPrime = true;
    for (let d = 2; d * d <= prime; d++) if (prime % d === 0) isPrime = false;
    if (isPrime) out[i++] = (prime ** (1 / root) % 1) * 2 ** 32;
  }
  return out;
}

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));

function padded(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(((bytes.length + 8) >> 6 << 6) + 64));
  bytes.forEach((byte, i) => { view.setUint8(i, byte); });
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 4, bytes.length * 8);
  return view;
}

/** By our own hand: for texts of a few bytes. */
export function ownSha256(bytes: Uint8Array): Uint8Array {
  const k = fractions(64, 3), h = fractions(8, 2), data = padded(bytes), w = new Uint32Array(64);

  for (let at = 0; at < data.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = data.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) + (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10));
    }
    const v = h.slice();
    for (let i = 0; i < 64; i++) {
      const [a, b, c, , e, f, g] = v;
      const one = v[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i];
      const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      v.copyWithin(1, 0, 7);
      v[4] += one;
      v[0] = one + two;
    }
    v.forEach((x, i) => { h[i] += x; });
  }
  const out = new DataView(new ArrayBuffer(32));
  h.forEach((x, i) => { out.setUint32(4 * i, x); });
  return new Uint8Array(out.buffer);
}

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes as BufferSource)) : ownSha256(bytes);
}

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], pair => parseInt(pair, 16));
}

export const toHex = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");

/** What the server must have published before the first card: SHA-256 of match id and seed. */
export const commitmentOf = async (match: string, seed: string) => toHex(await sha256(fromHex(match + seed)));
