import { expect, test } from 'vitest'
import { problemText, type Place } from './problems.ts'

const SUSPICIOUS = 'Suspicious activity detected. Try again later.'
const UNEXPECTED = 'Unexpected error. Please try again later.'
const TOO_MANY = 'Too many requests. Try again later.'
const INVALID = 'Invalid code. Please try again.'
const LOCKED =
  'Suspicious activity detected and account has been locked. Please use the forgot password link to create a new password.'
const STALE =
  'Sign out, sign in again, and come back here: for this you must have signed in a few minutes ago.'
const TIMEOUT = 'Session timeout. Please exit and try again.'
const DISABLED = 'This account is disabled.'
const LIMIT = 'Attempt limit reached. Try again in a few seconds.'

const PLACES: Place[] = [
  'signUp',
  'verification',
  'logIn',
  'challenge',
  'enrolment',
  'forgotPassword',
  'passwordReset',
  'passwordChange',
  'account',
]

const refused = (name: string, message = '') => Object.assign(new Error(message), { name })

test.each<[Place, string, string, string]>([
  ['signUp', 'UsernameExistsException', 'User already exists', 'User already exists.'],
  ['signUp', 'CodeDeliveryFailureException', '', UNEXPECTED],
  ['signUp', 'TooManyRequestsException', '', TOO_MANY],
  ['logIn', 'TooManyRequestsException', '', TOO_MANY],
  ['logIn', 'NotAuthorizedException', 'User is disabled.', DISABLED],
  ['challenge', 'NotAuthorizedException', 'User is disabled.', DISABLED],
  ['enrolment', 'LimitExceededException', '', TOO_MANY],
  [
    'challenge',
    'InvalidPasswordException',
    'Password did not conform with policy: the password has to be another one than before.',
    'Choose another password.',
  ],
  [
    'signUp',
    'InvalidPasswordException',
    'Password did not conform with policy: x',
    'This password is too easy to guess. Choose another one.',
  ],

  [
    'passwordChange',
    'NotAuthorizedException',
    'Incorrect username or password.',
    'The current password is wrong.',
  ],
  ['passwordChange', 'LimitExceededException', '', TOO_MANY],
  [
    'passwordChange',
    'InvalidPasswordException',
    '',
    'This password is too easy to guess. Choose another one.',
  ],
  ['account', 'NotAuthorizedException', 'A sign-in of the last five minutes is needed for this.', STALE],
  ['enrolment', 'NotAuthorizedException', 'A sign-in of the last five minutes is needed for this.', STALE],

  ['verification', 'CodeMismatchException', '', 'Bad code. Please try again.'],
  ['verification', 'ExpiredCodeException', '', 'Verification code expired.'],
  ['verification', 'LimitExceededException', 'Attempt limit exceeded, please try after some time.', TOO_MANY],
  ['verification', 'TooManyRequestsException', '', TOO_MANY],
  ['verification', 'TooManyFailedAttemptsException', '', TOO_MANY],
  ['verification', 'UserNotFoundException', '', 'User does not exist.'],
  ['verification', 'AliasExistsException', '', UNEXPECTED],

  ['logIn', 'NotAuthorizedException', 'Unable to login because of security reasons.', LOCKED],
  ['logIn', 'NotAuthorizedException', 'Request not allowed due to SECURITY REASONS.', LOCKED],
  [
    'logIn',
    'NotAuthorizedException',
    'Password attempts exceeded',
    'Too many failed attempts. Try again later.',
  ],
  ['logIn', 'NotAuthorizedException', 'Incorrect username or password.', 'Invalid email or password.'],
  ['logIn', 'UserNotFoundException', '', 'Invalid email or password.'],
  ['logIn', 'InternalErrorException', '', UNEXPECTED],

  ['challenge', 'CodeMismatchException', 'Invalid code received for user', INVALID],
  ['challenge', 'ExpiredCodeException', 'Your software token has already been used once.', INVALID],
  ['challenge', 'InvalidParameterException', '', INVALID],
  [
    'challenge',
    'NotAuthorizedException',
    'Too many invalid credentials attempts. User temporarily locked.',
    LIMIT,
  ],
  ['challenge', 'NotAuthorizedException', 'Invalid session for the user, session is expired.', TIMEOUT],
  ['challenge', 'SignInException', '', TIMEOUT],
  ['challenge', 'NotAuthorizedException', 'anything else', UNEXPECTED],

  [
    'enrolment',
    'EnableSoftwareTokenMFAException',
    'Code mismatch and fail enable Software Token MFA',
    INVALID,
  ],
  ['enrolment', 'CodeMismatchException', '', INVALID],
  ['enrolment', 'InvalidParameterException', '', INVALID],
  ['enrolment', 'InternalErrorException', '', UNEXPECTED],

  ['forgotPassword', 'UserNotFoundException', '', 'Please check the email.'],
  ['forgotPassword', 'TooManyRequestsException', '', TOO_MANY],
  ['forgotPassword', 'LimitExceededException', '', TOO_MANY],
  ['forgotPassword', 'InvalidParameterException', '', UNEXPECTED],

  ['passwordReset', 'CodeMismatchException', '', 'Bad verification code.'],
  ['passwordReset', 'ExpiredCodeException', '', 'Verification code expired.'],
  ['passwordReset', 'LimitExceededException', '', TOO_MANY],
  ['passwordReset', 'UserLambdaValidationException', '', UNEXPECTED],
])('%s: %s %s', (place, name, message, text) => {
  expect(problemText(place, refused(name, message))).toBe(text)
})

test.each(PLACES)('%s: what holds everywhere', (place) => {
  expect(problemText(place, refused('ForbiddenException'))).toBe(SUSPICIOUS)
  expect(problemText(place, refused('NetworkError'))).toBe('Please check your internet connection.')
  expect(problemText(place, refused('UserUnAuthenticatedException'))).toBe('User is not authenticated.')
  expect(problemText(place, refused('SomethingElse'))).toBe(UNEXPECTED)
  expect(problemText(place, 'not even an error')).toBe(UNEXPECTED)
})
