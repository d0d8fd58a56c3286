import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Writes text that nobody else can write. Tokens and links hold what they stand for, so that however many are given out
 * none has to be kept, and those of an earlier run count as long as the secret is the same.
 */
export class Seal {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** @param purpose what it is for; text of one purpose is none of another */
  write(purpose: string, content: object): string {
    const body = Buffer.from(JSON.stringify(content)).toString('base64url')
    return `${body}.${this.#signature(purpose, body).toString('base64url')}`
  }

  /** What was written; undefined for text that is not ours. */
  read<T>(purpose: string, text: string): T | undefined {
    const [body = '', signature = ''] = text.split('.')
    const given = Buffer.from(signature, 'base64url')
    const expected = this.#signature(purpose, body)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    return JSON.parse(Buffer.from(body, 'base64url').toString()) as T
  }

  #signature(purpose: string, body: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${purpose}\0${body}`).digest()
  }
}
