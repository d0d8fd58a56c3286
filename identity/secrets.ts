import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 1

/**
 * The keys that this service makes of the installation's one secret: one per purpose, so that none says anything about
 * another. What is encrypted begins with the version of its key.
 */
export interface Secrets {
  /** `about` must be the same when decrypting: a value can't be moved to another row. */
  encrypt(plain: Buffer, about: string): Buffer
  /** Throws when the value was altered or belongs elsewhere. */
  decrypt(sealed: Buffer, about: string): Buffer
  /** The same keys for what travels through clients and comes back. */
  sealForClient(plain: Buffer): Buffer
  openFromClient(sealed: Buffer): Buffer | undefined
  /** Of a code that a person gets by mail. */
  codeHash(subject: string, purpose: string, code: string): string
  /** Pseudo-random bytes that a name which nobody has keeps for ever. */
  unknownUserBytes(name: string, purpose: string, length: number): Buffer
}

/** @param former secrets that held before, and still open what was encrypted at rest with them */
export function secretsFrom(master: Buffer, former: readonly Buffer[] = []): Secrets {
  if (master.length < 32) throw new Error('The secret of the installation must have 32 bytes or more.')
  const subkey = (purpose: string, of = master) =>
    Buffer.from(hkdfSync('sha256', of, '', `identity ${purpose} ${VERSION}`, 32))
  const atRest = subkey('at rest')
  const formerAtRest = former.map((one) => subkey('at rest', one))
  const inTransit = subkey('secret block')
  const codes = subkey('code')
  const unknown = subkey('unknown user')
  return {
    encrypt: (plain, about) => seal(atRest, plain, about),
    decrypt(sealed, about) {
      for (const key of [atRest, ...formerAtRest.slice(0, -1)])
        try {
          return open(key, sealed, about)
        } catch {
          // Another one may open it.
        }
      return open(formerAtRest.at(-1) ?? atRest, sealed, about)
    },
    sealForClient: (plain) => seal(inTransit, plain, ''),
    openFromClient(sealed) {
      try {
        return open(inTransit, sealed, '')
      } catch {
        return undefined
      }
    },
    codeHash: (subject, purpose, code) =>
      createHmac('sha256', codes).update(`${subject}\n${purpose}\n${code}`).digest('base64url'),
    unknownUserBytes: (name, purpose, length) =>
      Buffer.from(hkdfSync('sha256', unknown, Buffer.from(name, 'utf8'), purpose, length)),
  }
}

function seal(key: Buffer, plain: Buffer, about: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about, 'utf8'))
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function open(key: Buffer, sealed: Buffer, about: string): Buffer {
  if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION)
    throw new Error('Not one of ours.')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(about, 'utf8'))
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/** Compares in a time that says nothing about where they differ. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

export const sameText = (a: string, b: string): boolean => sameBytes(Buffer.from(a), Buffer.from(b))
