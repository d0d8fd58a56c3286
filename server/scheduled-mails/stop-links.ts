import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { MAIL_KINDS, type MailKind } from '#contract/scheduled-mails.ts'
import type { MailPlace } from '#server/accounts/index.ts'

/**
 * What a mail carries so that whoever reads it can end it without signing in. It names the mail and is signed, kept nowhere,
 * and ends nothing else; a later mail of the same kind ends with it too.
 */
export class StopLinks {
  readonly #key: Buffer

  constructor(secretKey: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', secretKey, '', 'links that end mails', 32))
  }

  tokenOf({ companyId, userId, kind }: MailPlace): string {
    const said = `${companyId}.${userId}.${kind}`
    return `${said}.${this.#signature(said).toString('base64url')}`
  }

  /** Undefined where it is not ours. */
  placeOf(token: string): MailPlace | undefined {
    const [, said = '', companyId = '', userId = '', kind = '', signature = ''] =
      /^(([\w-]{1,64})\.([\w-]{1,64})\.(\w{1,32}))\.([\w-]{43})$/.exec(token) ?? []
    const given = Buffer.from(signature, 'base64url')
    const right = this.#signature(said)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    return isKind(kind) ? { companyId, userId, kind } : undefined
  }

  #signature(said: string): Buffer {
    return createHmac('sha256', this.#key).update(said).digest()
  }
}

const isKind = (text: string): text is MailKind => MAIL_KINDS.some((kind) => kind === text)
