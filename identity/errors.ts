/** A refusal as it stands on the wire: `{"__type": name, "message": text}`. Clients match on both. */
export class Refusal extends Error {
  constructor(name: RefusalName, message: string) {
    super(message)
    this.name = name
  }
}

export type RefusalName =
  | 'AliasExistsException'
  | 'CodeMismatchException'
  | 'ConcurrentModificationException'
  | 'DeviceKeyExistsException'
  | 'EnableSoftwareTokenMFAException'
  | 'ExpiredCodeException'
  | 'ForbiddenException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'LimitExceededException'
  | 'NotAuthorizedException'
  | 'PasswordResetRequiredException'
  | 'RefreshTokenReuseException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'SoftwareTokenMFANotFoundException'
  | 'TooManyRequestsException'
  | 'UnknownOperationException'
  | 'UnsupportedTokenTypeException'
  | 'UserNotConfirmedException'
  | 'UserNotFoundException'
  | 'UsernameExistsException'

const refusal = (name: RefusalName, text: string) => () => new Refusal(name, text)

export const invalidParameter = (text: string) => new Refusal('InvalidParameterException', text)
export const notAuthorized = (text: string) => new Refusal('NotAuthorizedException', text)

/** Texts that clients and screens match on stand here once. */
export const refuse = {
  passwordReused: refusal(
    'InvalidPasswordException',
    'Password did not conform with policy: the password has to be another one than before.',
  ),
  badPassword: refusal('NotAuthorizedException', 'Incorrect username or password.'),
  oneTimePasswordExpired: refusal(
    'NotAuthorizedException',
    'Temporary password has expired and must be reset by an administrator.',
  ),
  passwordLocked: refusal('NotAuthorizedException', 'Password attempts exceeded'),
  securityReasons: refusal('NotAuthorizedException', 'Unable to login because of security reasons.'),
  totpLocked: refusal(
    'NotAuthorizedException',
    'Too many invalid credentials attempts. User temporarily locked. Please try again after few seconds.',
  ),
  totpWrong: refusal('CodeMismatchException', 'Invalid code received for user'),
  totpReplayed: refusal('ExpiredCodeException', 'Your software token has already been used once.'),
  enrolWrong: refusal('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA'),
  sessionExpired: refusal('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
  sessionUsed: refusal(
    'NotAuthorizedException',
    'Invalid session for the user, session can only be used once.',
  ),
  sessionUnknown: refusal('NotAuthorizedException', 'Invalid session for the user.'),
  // Clients drop their device on exactly this text, full stop included.
  deviceUnknown: refusal('ResourceNotFoundException', 'Device does not exist.'),
  disabled: refusal('NotAuthorizedException', 'User is disabled.'),
  notConfirmed: refusal('UserNotConfirmedException', 'User is not confirmed.'),
  resetRequired: refusal('PasswordResetRequiredException', 'Password reset required for the user'),
  accessRevoked: refusal('NotAuthorizedException', 'Access Token has been revoked'),
  accessExpired: refusal('NotAuthorizedException', 'Access Token has expired'),
  accessInvalid: refusal('NotAuthorizedException', 'Invalid Access Token'),
  refreshRevoked: refusal('NotAuthorizedException', 'Refresh Token has been revoked'),
  refreshExpired: refusal('NotAuthorizedException', 'Refresh Token has expired'),
  refreshInvalid: refusal('NotAuthorizedException', 'Invalid Refresh Token'),
  refreshReused: refusal('RefreshTokenReuseException', 'Refresh token has been used already.'),
  freshSignInNeeded: refusal(
    'NotAuthorizedException',
    'A sign-in of the last five minutes is needed for this.',
  ),
  codeWrong: refusal('CodeMismatchException', 'Invalid verification code provided, please try again.'),
  codeExpired: refusal('ExpiredCodeException', 'Invalid code provided, please request a code again.'),
  attemptLimit: refusal('LimitExceededException', 'Attempt limit exceeded, please try after some time.'),
  tooManyRequests: refusal('TooManyRequestsException', 'Too many requests. Try again later.'),
  suspicious: refusal('ForbiddenException', 'Request not allowed due to security reasons.'),
  userExists: refusal('UsernameExistsException', 'User already exists'),
  aliasExists: refusal('AliasExistsException', 'An account with the given email already exists.'),
  userUnknown: refusal('UserNotFoundException', 'User does not exist.'),
  clientUnknown: refusal('ResourceNotFoundException', 'User pool client does not exist.'),
} as const
