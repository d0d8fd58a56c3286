import { createDiffieHellman, createHash, createHmac, getDiffieHellman, randomBytes } from 'node:crypto'

/*
 * SRP-6a as the managed provider's clients reckon it: RFC 5054's idea over the 3072-bit group of RFC 3526, SHA-256,
 * and numbers hashed as Java's BigInteger.toByteArray writes them. Only the server's half, and what makes a verifier.
 */

const PRIME_BYTES = getDiffieHellman('modp15').getPrime()
const N = numberOf(PRIME_BYTES)
const GENERATOR = 2
const EXPONENT_BYTES = 32
const SALT_BYTES = 16
/** k = H(PAD(N) ‖ PAD(g)). */
const MULTIPLIER = numberOf(sha256(pad(N), pad(BigInt(GENERATOR))))

export interface Verifier {
  /** As a number: the clients lose its leading zeros, so must we. */
  salt: bigint
  verifier: bigint
}

/** Whom a proof is about: pool name and user id, or group key and device key. */
export interface Prover {
  group: string
  id: string
}

/** A verifier with a salt of its own. The password is taken as it was typed. */
export function makeVerifier(
  { group, id }: Prover,
  password: string,
  salt = randomNumber(SALT_BYTES),
): Verifier {
  const inner = sha256(Buffer.from(`${group}${id}:${password}`, 'utf8'))
  const x = sha256(pad(salt), inner)
  return { salt, verifier: power(BigInt(GENERATOR), x) }
}

/** The server's ephemeral pair for one attempt. */
export function makeEphemeral(verifier: bigint): { secret: Buffer; public: bigint } {
  for (;;) {
    const secret = randomBytes(EXPONENT_BYTES)
    const found = (MULTIPLIER * verifier + power(BigInt(GENERATOR), secret)) % N
    if (found !== 0n) return { secret, public: found }
  }
}

/** A from the wire, or nothing when it is no number that a client could honestly have: A mod N must not be 0. */
export function clientPublicFrom(hex: string): bigint | undefined {
  if (!/^[0-9a-fA-F]{1,770}$/.test(hex)) return undefined
  const value = BigInt(`0x${hex}`)
  return value % N === 0n ? undefined : value
}

/** The key that both sides share if the client knew the password. */
export function sessionKey(
  clientPublic: bigint,
  { secret, public: serverPublic }: { secret: Buffer; public: bigint },
  verifier: bigint,
): Buffer | undefined {
  const scramble = sha256(pad(clientPublic), pad(serverPublic))
  const u = numberOf(scramble)
  if (u === 0n) return undefined
  const base = ((clientPublic % N) * power(verifier, scramble)) % N
  // A client that chose A as a small power of 1 or N−1 wants a key that it can guess.
  if (base <= 1n || base >= N - 1n) return undefined
  return hkdf(pad(power(base, secret)), pad(u))
}

/** What a client signs with the shared key to prove that it has it. */
export function proof(key: Buffer, { group, id }: Prover, secretBlock: Buffer, timestamp: string): Buffer {
  return createHmac('sha256', key)
    .update(Buffer.from(`${group}${id}`, 'utf8'))
    .update(secretBlock)
    .update(Buffer.from(timestamp, 'utf8'))
    .digest()
}

/** Java's BigInteger.toByteArray of a number that is not negative. */
export function pad(value: bigint): Buffer {
  const hex = value.toString(16)
  const even = hex.length % 2 === 1 ? `0${hex}` : hex
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex')
}

export function numberOf(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`)
}

export const hexOf = (value: bigint): string => value.toString(16)

/** A number below the prime out of bytes that nobody can tell from random: stands in for a verifier. */
export const belowPrime = (bytes: Buffer): bigint => (numberOf(bytes) % (N - 2n)) + 2n

/**
 * base^exponent mod N in OpenSSL's constant-time code, five times as quick as BigInt. The generator stays 2: with
 * another one OpenSSL would first test for a second whether the prime is one.
 */
function power(base: bigint, exponent: Buffer): bigint {
  const exchange = createDiffieHellman(PRIME_BYTES, GENERATOR)
  exchange.setPrivateKey(exponent)
  return numberOf(exchange.computeSecret(bytesOf(base)))
}

function bytesOf(value: bigint): Buffer {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, 'hex')
}

/** Not RFC 5869 by name, yet the same: one block of HKDF with a salt, cut to 16 bytes. */
function hkdf(secret: Buffer, salt: Buffer): Buffer {
  const extracted = createHmac('sha256', salt).update(secret).digest()
  return createHmac('sha256', extracted)
    .update('Caldera Derived Key')
    .update(Buffer.of(1))
    .digest()
    .subarray(0, 16)
}

function randomNumber(bytes: number): bigint {
  return numberOf(randomBytes(bytes))
}

function sha256(...parts: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
