import type { AuditEntry, AuditSubject } from '#contract/admin.ts'

export const SUBJECT_WORDS: Record<AuditSubject, string> = {
  admin: 'Administration',
  company: 'Companies',
  demo: 'Demo',
  identity: 'Sign-in',
  import: 'Imports',
  installation: 'Installation',
  maintenance: 'Maintenance',
  securityCheck: 'Security check',
  team: 'Team',
  user: 'People',
}

const ACTIONS: Record<string, string> = {
  'admin.block': 'Blocked the company',
  'admin.unblock': 'Unblocked the company',
  'admin.licence': 'Switched a licence',
  'admin.visit': 'Looked into the company',
  'company.create': 'Made the company',
  'company.delete': 'Deleted the company',
  'company.export': 'Exported the company',
  'company.rebuild': 'Rebuilt its tables',
  'company.set': 'Changed settings',
  'demo.create': 'Made the demo company',
  'demo.remove': 'Ended the demo',
  'identity.signIn': 'Signed in',
  'identity.signIn.locked': 'Was locked out',
  'identity.signIn.refused': 'Was refused at sign-in',
  'identity.signOut': 'Signed out',
  'identity.signOut.everywhere': 'Signed out everywhere',
  'identity.signUp': 'Signed up',
  'identity.signUp.confirmed': 'Confirmed their address',
  'identity.password.changed': 'Changed their password',
  'identity.password.reset': 'Reset their password',
  'import.answer': 'Answered about a file',
  'import.cancel': 'Cancelled an import',
  'import.dismiss': 'Took an import off the list',
  'import.retry': 'Tried an import again',
  'import.undo': 'Undid an import',
  'import.upload': 'Uploaded a file',
  'installation.backup': 'Wrote a backup',
  'installation.ratesImport': 'Imported exchange rates',
  'installation.ratesRemove': 'Removed imported exchange rates',
  'installation.ratesUpdate': 'Fetched exchange rates',
  'installation.restore': 'Restored a backup',
  'maintenance.begin': 'Began maintenance',
  'maintenance.end': 'Ended maintenance',
  'team.invite': 'Invited somebody',
  'team.join': 'Joined',
  'team.leave': 'Left',
  'team.remove': 'Removed somebody',
  'team.role': 'Changed a role',
  'team.transfer': 'Handed over ownership',
  'team.withdraw': 'Withdrew an invitation',
  'user.create': 'Made an account',
  'user.delete': 'Deleted their account',
  'user.deleteByOperator': 'Deleted an account',
  'user.details': 'Changed their details',
  'user.disable': 'Disabled an account',
  'user.enable': 'Enabled an account',
  'user.makeAdmin': 'Made somebody an administrator',
  'user.resetMfa': 'Took a second factor away',
  'user.resetPassword': 'Gave somebody a new password',
  'user.takeAdmin': 'Took administration from somebody',
}

/** What was done; events that have no words yet go by the name that the log gives them. */
export const actionText = (action: string): string => ACTIONS[action] ?? action

/** `reason: ADMIN_BLOCKED, importId: 7`. */
export const detailsText = (details: AuditEntry['details']): string =>
  Object.entries(details ?? {})
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
