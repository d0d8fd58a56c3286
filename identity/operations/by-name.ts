import type { Operation } from '../operation.ts'
import {
  deleteUser,
  deleteUserAttributes,
  getUser,
  getUserAttributeVerificationCode,
  updateUserAttributes,
  verifyUserAttribute,
} from './account.ts'
import { confirmDevice, forgetDevice, getDevice, listDevices, updateDeviceStatus } from './devices.ts'
import {
  associateSoftwareToken,
  setUserMfaPreference,
  setUserSettings,
  verifySoftwareToken,
} from './factors.ts'
import { changePassword, confirmForgotPassword, forgotPassword } from './passwords.ts'
import { getTokensFromRefreshToken, globalSignOut, revokeToken } from './sessions.ts'
import { initiateAuth, respondToAuthChallenge } from './sign-in.ts'
import { confirmSignUp, resendConfirmationCode, signUp } from './sign-up.ts'

/** Every operation that there is. None of them administers: that is done over the installation's own API. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['AssociateSoftwareToken', associateSoftwareToken],
  ['ChangePassword', changePassword],
  ['ConfirmDevice', confirmDevice],
  ['ConfirmForgotPassword', confirmForgotPassword],
  ['ConfirmSignUp', confirmSignUp],
  ['DeleteUser', deleteUser],
  ['DeleteUserAttributes', deleteUserAttributes],
  ['ForgetDevice', forgetDevice],
  ['ForgotPassword', forgotPassword],
  ['GetDevice', getDevice],
  ['GetTokensFromRefreshToken', getTokensFromRefreshToken],
  ['GetUser', getUser],
  ['GetUserAttributeVerificationCode', getUserAttributeVerificationCode],
  ['GlobalSignOut', globalSignOut],
  ['InitiateAuth', initiateAuth],
  ['ListDevices', listDevices],
  ['ResendConfirmationCode', resendConfirmationCode],
  ['RespondToAuthChallenge', respondToAuthChallenge],
  ['RevokeToken', revokeToken],
  ['SetUserMFAPreference', setUserMfaPreference],
  ['SetUserSettings', setUserSettings],
  ['SignUp', signUp],
  ['UpdateDeviceStatus', updateDeviceStatus],
  ['UpdateUserAttributes', updateUserAttributes],
  ['VerifySoftwareToken', verifySoftwareToken],
  ['VerifyUserAttribute', verifyUserAttribute],
])
