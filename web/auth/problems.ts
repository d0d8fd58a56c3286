/** From what the user pool refuses to what the screens say. */

export type Place =
  | 'signUp'
  | 'verification'
  | 'logIn'
  | 'challenge'
  | 'enrolment'
  | 'forgotPassword'
  | 'passwordReset'
  | 'passwordChange'
  // What else people do with their account once they are inside.
  | 'account'

interface Problem {
  /** Everywhere, where no place is named. */
  at?: readonly Place[]
  names: readonly string[]
  /** Has to occur in the pool's own text, in whatever case. */
  says?: string
  text: string
}

const TOO_MANY = ['LimitExceededException', 'TooManyRequestsException', 'TooManyFailedAttemptsException']
/** Our own pool wants it for what an open window alone should not be enough for. */
const STALE =
  'Sign out, sign in again, and come back here: for this you must have signed in a few minutes ago.'
const SUSPICIOUS = 'Suspicious activity detected. Try again later.'
const LOCKED =
  'Suspicious activity detected and account has been locked. Please use the forgot password link to create a new password.'

const DISABLED = 'This account is disabled.'

/** The first that fits is said, so the narrower stands before the wider. */
const PROBLEMS: readonly Problem[] = [
  { names: ['ForbiddenException'], text: SUSPICIOUS },
  { names: ['NetworkError'], text: 'Please check your internet connection.' },
  { names: ['UserUnAuthenticatedException'], text: 'User is not authenticated.' },

  { at: ['signUp'], names: ['UsernameExistsException'], text: 'User already exists.' },

  { at: ['verification'], names: ['CodeMismatchException'], text: 'Bad code. Please try again.' },
  {
    at: ['verification', 'passwordReset'],
    names: ['ExpiredCodeException'],
    text: 'Verification code expired.',
  },
  {
    at: ['signUp', 'logIn', 'verification', 'forgotPassword', 'passwordReset', 'enrolment'],
    names: TOO_MANY,
    text: 'Too many requests. Try again later.',
  },
  { at: ['verification'], names: ['UserNotFoundException'], text: 'User does not exist.' },

  { at: ['logIn'], names: ['NotAuthorizedException'], says: 'security reasons', text: LOCKED },
  { at: ['logIn', 'challenge'], names: ['NotAuthorizedException'], says: 'disabled', text: DISABLED },
  {
    at: ['logIn'],
    names: ['NotAuthorizedException'],
    says: 'attempts exceeded',
    text: 'Too many failed attempts. Try again later.',
  },
  {
    at: ['logIn'],
    names: ['NotAuthorizedException'],
    says: 'temporary password has expired',
    text: 'This one-time password has expired. Ask for another one.',
  },
  {
    at: ['logIn'],
    names: ['NotAuthorizedException', 'UserNotFoundException'],
    text: 'Invalid email or password.',
  },

  {
    at: ['challenge', 'enrolment'],
    names: [
      'CodeMismatchException',
      'ExpiredCodeException',
      'InvalidParameterException',
      'EnableSoftwareTokenMFAException',
    ],
    text: 'Invalid code. Please try again.',
  },
  {
    at: ['challenge'],
    names: ['NotAuthorizedException'],
    says: 'too many',
    text: 'Attempt limit reached. Try again in a few seconds.',
  },
  {
    at: ['challenge'],
    names: TOO_MANY,
    text: 'Attempt limit reached. Try again in a few seconds.',
  },
  {
    at: ['challenge', 'enrolment'],
    names: ['NotAuthorizedException'],
    says: 'invalid session',
    text: 'Session timeout. Please exit and try again.',
  },
  // The client has forgotten the sign-in that the code belongs to.
  { at: ['challenge'], names: ['SignInException'], text: 'Session timeout. Please exit and try again.' },

  { at: ['forgotPassword'], names: ['UserNotFoundException'], text: 'Please check the email.' },
  { at: ['passwordReset'], names: ['CodeMismatchException'], text: 'Bad verification code.' },

  {
    at: ['enrolment', 'account'],
    names: ['NotAuthorizedException'],
    says: 'a sign-in of the last',
    text: STALE,
  },
  {
    at: ['account'],
    names: ['InvalidParameterException'],
    says: 'mandatory',
    text: 'Everyone here signs in with a second factor. You can set up another app.',
  },
  {
    at: ['passwordChange'],
    names: ['NotAuthorizedException'],
    says: 'incorrect',
    text: 'The current password is wrong.',
  },
  { at: ['passwordChange', 'account'], names: TOO_MANY, text: 'Too many requests. Try again later.' },

  {
    at: ['challenge'],
    names: ['InvalidPasswordException'],
    says: 'another one than before',
    text: 'Choose another password.',
  },
  // Keeps to the rule that the form knows, and yet is one that everybody tries first.
  {
    at: ['signUp', 'passwordReset', 'challenge', 'passwordChange'],
    names: ['InvalidPasswordException'],
    text: 'This password is too easy to guess. Choose another one.',
  },
]

const UNEXPECTED = 'Unexpected error. Please try again later.'

/** What to say about a refusal of the user pool. */
export function problemText(place: Place, error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  const said = message.toLowerCase()
  const problem = PROBLEMS.find(
    ({ at, names, says }) =>
      (at === undefined || at.includes(place)) &&
      names.includes(name) &&
      (says === undefined || said.includes(says)),
  )
  return problem?.text ?? UNEXPECTED
}
