/** What somebody may be in a company, from the least to the most. */
export const ROLES = ['VIEWER', 'ACCOUNTANT', 'MANAGER', 'OWNER'] as const
export type Role = (typeof ROLES)[number]

/** Who may do what: the least role that may. The server enforces this table and the pages show it. */
export const PERMISSIONS = {
  readNumbers: 'VIEWER',
  leaveCompany: 'VIEWER',
  keepBooks: 'ACCOUNTANT',
  importFiles: 'MANAGER',
  changeSettings: 'MANAGER',
  connectAmazon: 'MANAGER',
  manageTeam: 'OWNER',
  deleteCompany: 'OWNER',
} as const satisfies Record<string, Role>
export type Permission = keyof typeof PERMISSIONS

export const mayDo = (role: Role, permission: Permission): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(PERMISSIONS[permission])
