import { Command } from 'commander'
import { confirm } from './confirm.ts'
import { command, withClient } from './run.ts'
import { note, printJson, say, tableText } from './terminal.ts'
import { wholeNumber } from './whole-number.ts'

interface Options {
  name?: string
  revoke?: true
  yes?: true
  json?: true
}

export function userCommand(): Command {
  const user = new Command('user').description('look after the people who may sign in')
  user.addCommand(listCommand())
  user.addCommand(createCommand())
  user.addCommand(makeAdminCommand())
  user.addCommand(resetMfaCommand())
  user.addCommand(resetPasswordCommand())
  user.addCommand(disableCommand())
  user.addCommand(enableCommand())
  user.addCommand(deleteCommand())
  return user
}

const createCommand = (): Command =>
  command('create', 'let somebody sign in, and print a password for the first time', {
    about: `They choose a password of their own when they sign in for the first time.
What they may see is said by sextant company invite.`,
    example: 'sextant user create ada@example.com --name "Ada Lovelace"',
  })
    .argument('<email>', 'the address they sign in with')
    .option('--name <name>', 'their name')
    .action((email: string, { name, json }: Options) =>
      withClient(async (client) => {
        const created = await client.mutate('users.create', { email, ...(name !== undefined && { name }) })
        if (json) return printJson(created)
        note(
          `${created.email} may sign in with this password once, within a week, and chooses another one then:`,
        )
        say(created.password)
      }),
    )

const makeAdminCommand = (): Command =>
  command('make-admin', 'make somebody an administrator of the platform, who reaches every company', {
    example: 'sextant user make-admin ada@example.com',
  })
    .argument('<who>', 'the address they sign in with, or their sub in a managed user pool')
    .option('--revoke', 'take it back')
    .action((who: string, { revoke, json }: Options) =>
      withClient(async (client) => {
        const set = await client.mutate('users.setAdmin', {
          ...(who.includes('@') ? { email: who } : { subject: who }),
          isAdmin: !revoke,
        })
        if (json) printJson(set)
        else if (set.isAdmin)
          say(
            `${who} is an administrator of the platform, for 12 hours after each sign-in with a second factor.`,
          )
        else say(`${who} is no longer an administrator of the platform.`)
      }),
    )

const resetMfaCommand = (): Command =>
  command('reset-mfa', 'take away the second factor of somebody who has lost it', {
    about: `Devices that stood in for it are forgotten and every sign-in of theirs ends.
From then on the password alone opens the account: make sure who asks for it.`,
    example: 'sextant user reset-mfa ada@example.com',
  })
    .argument('<email>', 'the address they sign in with')
    .action((email: string, { json }: Options) =>
      withClient(async (client) => {
        const reset = await client.mutate('users.resetMfa', { email })
        if (json) printJson(reset)
        else say(`${reset.email} signs in with the password alone, and is told so by mail.`)
      }),
    )

const listCommand = (): Command =>
  command('list', 'list the people who have an account, by address', {
    example: 'sextant user list --search @example.com',
  })
    .option('--search <text>', 'those whose address or name has this text in it', '')
    .option('--limit <number>', 'people to list, 1 to 500', wholeNumber(1, 500), 100)
    .action(({ search, limit, json }: Options & { search: string; limit: number }) =>
      withClient(async (client) => {
        const people = await client.query('users.list', { search, limit })
        if (json) return printJson(people)
        say(
          people.length === 0
            ? 'Nobody has such an account.'
            : tableText(people, [
                { heading: 'address', cell: (row) => row.email },
                { heading: 'name', cell: (row) => row.name },
                { heading: 'state', cell: stateOf },
                { heading: 'second factor', cell: (row) => (row.hasSecondFactor ? 'yes' : 'no') },
                { heading: 'since (UTC)', cell: (row) => String(row.createdAt).slice(0, 10) },
              ]),
        )
      }),
    )

const STATES = {
  UNCONFIRMED: 'address not confirmed',
  CONFIRMED: 'active',
  RESET_REQUIRED: 'has to choose a new password',
  FORCE_CHANGE_PASSWORD: 'has a password for one sign-in',
}

const stateOf = ({ disabledAt, status }: { disabledAt: unknown; status: keyof typeof STATES }): string =>
  disabledAt ? 'disabled' : STATES[status]

const resetPasswordCommand = (): Command =>
  command('reset-password', 'print a password for one sign-in, for somebody who can not reset it by mail', {
    about: `Every sign-in of theirs ends, and they choose another password when they use this one, within a week. A second factor stays.
They are told by mail: make sure who asks for it.`,
    example: 'sextant user reset-password ada@example.com',
  })
    .argument('<email>', 'the address they sign in with')
    .option('--yes', 'do not ask')
    .action((email: string, { yes, json }: Options) =>
      withClient(async (client, signal) => {
        await confirm(`Replace the password of ${email} and end all sign-ins?`, yes, signal)
        const reset = await client.mutate('users.resetPassword', { email })
        if (json) return printJson(reset)
        note(
          `${reset.email} may sign in with this password once, within a week, and chooses another one then:`,
        )
        say(reset.password)
      }),
    )

const disableCommand = (): Command =>
  command('disable', 'keep somebody from signing in, and end every sign-in of theirs at once', {
    about: 'They stay in their companies; sextant user enable lets them in again.',
    example: 'sextant user disable ada@example.com',
  })
    .argument('<email>', 'the address they sign in with')
    .option('--yes', 'do not ask')
    .action((email: string, { yes, json }: Options) =>
      withClient(async (client, signal) => {
        await confirm(`Keep ${email} from signing in?`, yes, signal)
        const set = await client.mutate('users.setDisabled', { email, isDisabled: true })
        if (json) printJson(set)
        else say(`${set.email} may no longer sign in.`)
      }),
    )

const enableCommand = (): Command =>
  command('enable', 'let somebody sign in again who was disabled', {
    example: 'sextant user enable ada@example.com',
  })
    .argument('<email>', 'the address they sign in with')
    .action((email: string, { json }: Options) =>
      withClient(async (client) => {
        const set = await client.mutate('users.setDisabled', { email, isDisabled: false })
        if (json) printJson(set)
        else say(`${set.email} may sign in again.`)
      }),
    )

const deleteCommand = (): Command =>
  command('delete', 'forget somebody with their memberships and personal details', {
    example: 'sextant user delete ada@example.com',
    refused: 'nobody has the address, or a company would be left without an owner',
  })
    .argument('<email>', 'the address they sign in with')
    .option('--yes', 'do not ask')
    .action((email: string, { yes, json }: Options) =>
      withClient(async (client, signal) => {
        await confirm(`Delete the account of ${email}?`, yes, signal)
        const deleted = await client.mutate('users.delete', { email })
        if (json) printJson(deleted)
        else say(`Deleted the account of ${deleted.email}.`)
      }),
    )
