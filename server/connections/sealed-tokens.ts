import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { fingerprintOf } from '#server/secret-key.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const FORM = /^1\.([0-9a-f]{16})\.([\w-]+)$/

/** Encrypts what opens an account at Amazon. What is sealed names its key, so that one which was replaced still opens it. */
export interface TokenSeal {
  /** `about` is said again to open it: what is sealed can't be moved to another row. */
  seal(plain: string, about: string): string
  /** Throws `SealBroken` where it was altered, belongs elsewhere, or its key is none of ours. */
  open(sealed: string, about: string): string
  /** Whether it is sealed with the secret that holds now. */
  isCurrent(sealed: string): boolean
}

/** What was sealed does not open. The text says why, and nothing of what is in it. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

/** @param former secrets that held before and still open */
export function tokenSeal(secret: Buffer, former: readonly Buffer[] = []): TokenSeal {
  const keyOf = (one: Buffer) => Buffer.from(hkdfSync('sha256', one, '', 'tokens of Amazon at rest', 32))
  const keys = new Map([...former, secret].map((one) => [fingerprintOf(one), keyOf(one)]))
  const current = fingerprintOf(secret)
  const currentKey = keys.get(current)!
  return {
    seal(plain, about) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', currentKey, nonce).setAAD(Buffer.from(about, 'utf8'))
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `1.${current}.${sealed.toString('base64url')}`
    },
    open(sealed, about) {
      const [, fingerprint = '', text = ''] = FORM.exec(sealed) ?? []
      const key = keys.get(fingerprint)
      if (!key) throw new SealBroken('It was sealed with another secret than this installation has.')
      const bytes = Buffer.from(text, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(about, 'utf8'))
          .setAuthTag(bytes.subarray(-TAG_BYTES))
        const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([plain, decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new SealBroken('It was altered, or belongs elsewhere.', { cause })
      }
    },
    isCurrent: (sealed) => FORM.exec(sealed)?.[1] === current,
  }
}
