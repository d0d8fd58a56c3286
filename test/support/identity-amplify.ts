/** The library that the app uses, in Node: one window, whose storage is a map. */
import { Amplify } from 'aws-amplify'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import type { KeyValueStorageInterface } from 'aws-amplify/utils'
import type { TestPool } from './identity.ts'

/** A window's local storage. */
export class Storage implements KeyValueStorageInterface {
  readonly entries = new Map<string, string>()
  async setItem(key: string, value: string): Promise<void> {
    this.entries.set(key, value)
  }
  async getItem(key: string): Promise<string | null> {
    return this.entries.get(key) ?? null
  }
  async removeItem(key: string): Promise<void> {
    this.entries.delete(key)
  }
  async clear(): Promise<void> {
    this.entries.clear()
  }
}

/** Points the library at a pool, with the storage of one window. */
export function openWindow(pool: TestPool, storage = new Storage()): Storage {
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: pool.poolId,
        userPoolClientId: pool.clientId,
        userPoolEndpoint: pool.endpoint,
      },
    },
  })
  cognitoUserPoolsTokenProvider.setKeyValueStorage(storage)
  return storage
}
