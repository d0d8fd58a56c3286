import type { Identity } from '#identity/index.ts'

/** What the operator does with the people of our own user pool. */
export type UserPool = Pick<
  Identity,
  | 'poolId'
  | 'createConfirmedUser'
  | 'userByEmail'
  | 'resetSecondFactor'
  | 'listUsers'
  | 'setOneTimePassword'
  | 'setDisabled'
  | 'deleteUser'
>
