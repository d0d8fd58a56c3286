import { readFile } from 'node:fs/promises'
import { Refusal } from './errors.ts'

const LENGTH_MIN = 10
const LENGTH_MAX = 256
const SPECIAL = String.raw`^$*.[]{}()?-"!@#%&/\,><':;|_~` + '`+= '

export interface PasswordPolicy {
  /** Refuses a password that is too weak, or looks like one that everybody tries first. */
  check(password: string, own?: { email?: string | undefined; name?: string | undefined }): void
}

/** The list holds one password per line, in lower case. */
export async function passwordPolicyFrom(
  commonPasswordsFile: string,
  productName: string,
): Promise<PasswordPolicy> {
  const common = new Set((await readFile(commonPasswordsFile, 'utf8')).split('\n'))
  common.delete('')
  return {
    check(password, { email, name } = {}) {
      const problem = problemOf(password)
      if (problem) throw weak(problem)
      const bare = unadorned(password)
      const words = [productName, ...(email?.split(/[@.]/) ?? []), name ?? ''].map((word) =>
        word.toLowerCase(),
      )
      const isCommon =
        common.has(password.toLowerCase()) ||
        bare.some((word) => common.has(word) && word.length * 2 >= password.length)
      if (isCommon) throw weak('Password must not be one that is widely used')
      if (words.some((word) => word.length >= 4 && bare.some((part) => part === word))) {
        throw weak('Password must not be made of your name, your address or ours')
      }
    },
  }
}

function problemOf(password: string): string | undefined {
  if (password.length < LENGTH_MIN) return 'Password not long enough'
  if (password.length > LENGTH_MAX) return 'Password too long'
  if (password !== password.trim()) return 'Password must not begin or end with a space'
  if (!/\p{Lu}/u.test(password)) return 'Password must have uppercase characters'
  if (!/\p{Ll}/u.test(password)) return 'Password must have lowercase characters'
  if (!/[0-9]/.test(password)) return 'Password must have numeric characters'
  if (!Array.from(password).some((letter) => SPECIAL.includes(letter)))
    return 'Password must have symbol characters'
  return undefined
}

const weak = (text: string) =>
  new Refusal('InvalidPasswordException', `Password did not conform with policy: ${text}`)

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** What is left of "P@ssw0rd2026!" when digits and signs around it, and letters made of signs, are seen through. */
function unadorned(password: string): string[] {
  const lower = password.toLowerCase()
  const core = lower.replace(/^[^a-z@$]+|[^a-z]+$/g, '')
  const plain = (text: string) => text.replace(/[0134579@$!]/g, (sign) => LOOKALIKES[sign] ?? sign)
  return [core, plain(core), plain(lower).replace(/[^a-z]+$/, ''), lower.replace(/[^a-z0-9]/g, '')]
}
