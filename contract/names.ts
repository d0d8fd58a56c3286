/** What people and companies may be called: their names stand in mails to strangers, under ours. */

/** Signs that nobody sees, or that turn the order of others round. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u
/** What mail programs make a link of: addresses of mail, of sites and of machines, in dots of any script. */
const ADDRESS =
  /[@\uff20]|:\/\/|\b(?:mailto|tel|sms|data|javascript):|\bwww[.\u3002\uff0e\uff61]|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{L}{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu

export const NAME_MESSAGE = 'Leave addresses, links and invisible characters out of the name.'

/** Nothing in it is unseen, or turns the order of other signs round. */
export const isVisible = (text: string): boolean => !UNSEEN.test(text)

export const isPlainName = (name: string): boolean => !UNSEEN.test(name) && !ADDRESS.test(name)

/** A name as a mail may show it. Those from before the rule lose what breaks it. */
export const plainName = (name: string): string =>
  isPlainName(name)
    ? name
    : name
        .replace(new RegExp(UNSEEN, 'gu'), ' ')
        .replace(/[@\uff20.\u3002\uff0e\uff61:/\\]/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
