/** What each field of the sign-in screens has to keep to, and what is said where it does not. */

export interface Rule<Value = string> {
  /** What of the typed is meant: blanks around an address and within a code are not. */
  clean?: (value: Value) => Value
  isMet: (value: Value) => boolean
  message: string
}

/** A rule for each field of a form. */
export type Rules<Values> = { [Name in keyof Values]: Rule<Values[Name]> }

const EMAIL_LENGTH_MAX = 254
const PASSWORD_LENGTH = { min: 10, max: 100 }
/** The signs that the provider counts as special; a blank inside a password is one too. */
const SPECIAL = String.raw`^$*.[]{}()?"!@#%&/\,><':;|_~` + '`=+- '

const trimmed = (value: string): string => value.trim()
const withoutBlanks = (value: string): string => value.replace(/\s/g, '')
const hasLength = (min: number, max: number) => (value: string) => value.length >= min && value.length <= max

function isPassword(value: string): boolean {
  const characters = Array.from(value)
  return (
    hasLength(PASSWORD_LENGTH.min, PASSWORD_LENGTH.max)(value) &&
    value === value.trim() &&
    /\p{Lu}/u.test(value) &&
    /\p{Ll}/u.test(value) &&
    /[0-9]/.test(value) &&
    characters.some((character) => SPECIAL.includes(character)) &&
    characters.every((character) => /[\p{L}\p{M}\p{Nd}]/u.test(character) || SPECIAL.includes(character))
  )
}

export const email: Rule = {
  clean: trimmed,
  isMet: (value) =>
    value.length <= EMAIL_LENGTH_MAX && /^[^\s@<>(),;:"\\]+@[^\s@.,;:]+(?:\.[^\s@.,;:]+)+$/.test(value),
  message: 'Provide a valid email address.',
}

export const presentPassword: Rule = { isMet: (value) => value.length >= 1, message: 'Enter your password.' }

export const newPassword: Rule = {
  isMet: isPassword,
  message:
    'Provide a password between 10 and 100 characters long with at least one number, uppercase, lowercase, and special character (e.g. !"#$%&).',
}

/** Of the challenge that asks for one: nothing typed is a case of its own. */
export const challengePassword: Rule = {
  isMet: (value) => value.length >= 1,
  message: 'New password is required.',
}

export const legalConfirmation: Rule<boolean> = {
  isMet: (value) => value,
  message: 'You must agree to register.',
}

/** Of a code by mail where strangers have asked for many before (docs/security.md). */
export const LONG_CODE_LENGTH = 10

export const emailCode: Rule = {
  clean: withoutBlanks,
  isMet: ({ length }) => length === 6 || length === LONG_CODE_LENGTH,
  message: 'Provide a valid 6 digit verification code.',
}

export const resetCode: Rule = { ...emailCode, message: 'Please provide your verification code.' }

export const deviceName: Rule = {
  clean: trimmed,
  isMet: hasLength(2, 100),
  message: 'Provide a device name between 2 and 100 characters long.',
}

export const setupCode: Rule = {
  clean: withoutBlanks,
  isMet: hasLength(6, 12),
  message: 'Provide a valid verification code.',
}

export const totpCode: Rule = { ...setupCode, message: 'Provide a valid authentication code.' }

/** Of questions whose form nobody but the pool knows. */
export const answer: Rule = {
  clean: trimmed,
  isMet: (value) => value.length >= 1,
  message: 'Provide an answer.',
}

/** What the values of a form are meant to be, and what is wrong with them by name. */
export function checked<Values extends object>(
  values: Values,
  rules: Rules<Values>,
): { values: Values; errors: Partial<Record<keyof Values, string>> } {
  const clean = { ...values }
  const errors: Partial<Record<keyof Values, string>> = {}
  for (const name of Object.keys(rules) as (keyof Values)[]) {
    const rule = rules[name]
    clean[name] = rule.clean ? rule.clean(values[name]) : values[name]
    if (!rule.isMet(clean[name])) errors[name] = rule.message
  }
  return { values: clean, errors }
}
