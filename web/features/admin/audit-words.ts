import type { AuditEntry, AuditSubject } from '#contract/admin.ts'
import type { AuditName } from '#identity/service.ts'
import { deviceText } from '#web/ui/device-text.ts'

export const SUBJECT_WORDS: Record<AuditSubject, string> = {
  admin: 'Administration',
  company: 'Companies',
  connection: 'Connections',
  demo: 'Demo',
  identity: 'Sign-in',
  import: 'Imports',
  installation: 'Installation',
  maintenance: 'Maintenance',
  securityCheck: 'Security check',
  team: 'Team',
  user: 'People',
}

const IDENTITY: Record<`identity.${AuditName}`, string> = {
  'identity.address.changed': 'Changed their email address',
  'identity.code.refused': 'Entered a wrong code',
  'identity.code.sent': 'Asked for a code',
  'identity.device.confirmed': 'Signed in on a new device',
  'identity.device.forgotten': 'Removed a device',
  'identity.device.remembered': 'Trusted a device',
  'identity.factor.changed': 'Changed their second factor',
  'identity.factor.enrolled': 'Set up a second factor',
  'identity.factor.refused': 'Entered a wrong second factor',
  'identity.factor.reset': 'Had their second factor reset',
  'identity.key.rotated': 'Replaced the signing key',
  'identity.password.changed': 'Changed their password',
  'identity.password.refused': 'Entered a wrong current password',
  'identity.password.reset': 'Reset their password',
  'identity.signIn': 'Signed in',
  'identity.signIn.locked': 'Was locked out',
  'identity.signIn.refused': 'Was refused at sign-in',
  'identity.signOut': 'Signed out',
  'identity.signOut.everywhere': 'Signed out everywhere',
  'identity.signUp': 'Signed up',
  'identity.signUp.confirmed': 'Confirmed their email address',
  'identity.token.theft': 'A token was used twice; the session was ended',
  'identity.user.created': 'Account created',
  'identity.user.deleted': 'Account deleted',
  'identity.user.disabled': 'Account disabled',
  'identity.user.enabled': 'Account enabled',
}

const ACTIONS: Record<string, string> = {
  ...IDENTITY,
  'admin.block': 'Blocked the company',
  'admin.unblock': 'Unblocked the company',
  'admin.licence': 'Switched a licence',
  'admin.visit': 'Viewed the company',
  'company.bankConfirm': 'Confirmed the bank transaction of a payout',
  'company.bankImport': 'Imported a bank statement',
  'company.bankUnconfirm': 'Undid the bank transaction of a payout',
  'company.bankUndo': 'Took back a bank statement',
  'company.bookAccounts': 'Changed the accounts of its books',
  'company.create': 'Created the company',
  'company.delete': 'Deleted the company',
  'company.export': 'Exported the company',
  'company.place': 'Assigned lines of the statement',
  'company.closeMonths': 'Closed months',
  'company.reopenMonth': 'Reopened a month',
  'company.rebuild': 'Rebuilt its tables',
  'company.verify': 'Verified its numbers',
  'company.retrySync': 'Retried what could not be fetched',
  'company.set': 'Changed settings',
  'company.targets': 'Set targets',
  'company.syncNow': 'Looked for new data',
  'connection.begin': 'Began to connect Amazon',
  'connection.connect': 'Connected Amazon',
  'connection.disconnect': 'Disconnected Amazon',
  'connection.refuse': 'Failed to connect Amazon',
  'connection.selectProfiles': 'Chose advertising profiles',
  'demo.create': 'Created the demo company',
  'demo.remove': 'Removed the demo',
  'import.answer': 'Answered a question about a file',
  'import.cancel': 'Cancelled an import',
  'import.dismiss': 'Dismissed an import',
  'import.retry': 'Retried an import',
  'import.undo': 'Undid an import',
  'import.upload': 'Uploaded a file',
  'installation.backup': 'Created a backup',
  'installation.ratesImport': 'Imported exchange rates',
  'installation.ratesRemove': 'Removed imported exchange rates',
  'installation.ratesUpdate': 'Fetched exchange rates',
  'installation.restore': 'Restored a backup',
  'maintenance.begin': 'Started maintenance',
  'maintenance.end': 'Ended maintenance',
  'securityCheck.needed': 'Was asked for a security check',
  'securityCheck.passed': 'Passed a security check',
  'securityCheck.refused': 'Failed a security check',
  'team.invite': 'Invited somebody',
  'team.inviteRefused': 'Was refused an invitation',
  'team.join': 'Joined the team',
  'team.leave': 'Left the team',
  'team.remove': 'Removed somebody from the team',
  'team.role': 'Changed a role',
  'team.transfer': 'Transferred ownership',
  'team.withdraw': 'Withdrew an invitation',
  'user.create': 'Created an account',
  'user.delete': 'Deleted their account',
  'user.deleteByOperator': 'Deleted an account',
  'user.details': 'Changed their details',
  'user.disable': 'Disabled an account',
  'user.enable': 'Enabled an account',
  'user.makeAdmin': 'Made somebody an administrator',
  'user.resetMfa': "Reset somebody's second factor",
  'user.resetPassword': "Reset somebody's password",
  'user.takeAdmin': "Removed somebody's administrator rights",
}

/** What was done; events that have no words yet go by the name that the log gives them. */
export const actionText = (action: string): string => ACTIONS[action] ?? action

/** `reason: ADMIN_BLOCKED, import id: 7, browser: Firefox on Windows`. */
export const detailsText = (details: AuditEntry['details']): string =>
  given(details)
    .map(([name, value]) =>
      name === 'userAgent'
        ? `browser: ${deviceText(String(value))}`
        : `${plainName(name)}: ${plainValue(value)}`,
    )
    .join(', ')

/** As they were written down. */
export const fullDetailsText = (details: AuditEntry['details']): string =>
  given(details)
    .map(([name, value]) => `${name}: ${plainValue(value)}`)
    .join('\n')

const given = (details: AuditEntry['details']) =>
  Object.entries(details ?? {}).filter(([, value]) => value !== null && value !== undefined)

const plainName = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const plainValue = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : JSON.stringify(value)
