/** The user pool's client library. Nothing imports this file but `pool.ts`, and that when it is needed. */
import { Amplify } from 'aws-amplify'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { checkedFetch } from '#web/security-check/checked-fetch.ts'
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

/** The library sends through the page's `fetch` and takes no other: what goes to our own pool passes the check there. */
function checkCallsTo(endpoint: string): void {
  const send = globalThis.fetch
  globalThis.fetch = (input, init) =>
    String(input) === endpoint ? checkedFetch(input, init, send) : send(input, init)
}

export function configure({ userPoolId, userPoolClientId, userPoolEndpoint }: AppConfig): void {
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => browserStore.getItem(key),
    setItem: async (key, value) => browserStore.setItem(key, value),
    removeItem: async (key) => browserStore.removeItem(key),
    clear: async () => browserStore.clear(),
  })
  // The library takes absolute addresses only.
  const endpoint = userPoolEndpoint && new URL(userPoolEndpoint, location.origin)
  if (endpoint && endpoint.origin === location.origin) checkCallsTo(endpoint.href)
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        ...(endpoint && { userPoolEndpoint: endpoint.href }),
      },
    },
  })
}
