/** The user pool's client library. Nothing imports this file but `pool.ts`, and that when it is needed. */
import { Amplify } from 'aws-amplify'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { browserStore } from './browser-store.ts'

export {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  fetchAuthSession,
  fetchMFAPreference,
  resendSignUpCode,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  signUp,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth'

/** What `/app-config.json` answers. */
export interface AppConfig {
  region: string
  userPoolId: string
  userPoolClientId: string
  /** Absent where the pool is the provider's own. */
  userPoolEndpoint?: string | null
}

export function configure({ userPoolId, userPoolClientId, userPoolEndpoint }: AppConfig): void {
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => browserStore.getItem(key),
    setItem: async (key, value) => browserStore.setItem(key, value),
    removeItem: async (key) => browserStore.removeItem(key),
    clear: async () => browserStore.clear(),
  })
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        // The library takes absolute addresses only.
        ...(userPoolEndpoint && { userPoolEndpoint: new URL(userPoolEndpoint, location.origin).href }),
      },
    },
  })
}
