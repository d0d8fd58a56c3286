import { Command } from 'commander'
import { command, withClient } from './run.ts'
import { note, printJson, say } from './terminal.ts'

interface Options {
  name?: string
  revoke?: true
  json?: true
}

export function userCommand(): Command {
  const user = new Command('user').description('look after the people who may sign in')
  user.addCommand(createCommand())
  user.addCommand(makeAdminCommand())
  user.addCommand(resetMfaCommand())
  return user
}

const createCommand = (): Command =>
  command('create', 'let somebody sign in, and print a password for the first time')
    .argument('<email>', 'the address they sign in with')
    .option('--name <name>', 'their name')
    .addHelpText(
      'after',
      `
They choose a password of their own when they sign in for the first time.
What they may see is said by sextant company invite.`,
    )
    .action((email: string, { name, json }: Options) =>
      withClient(async (client) => {
        const created = await client.mutate('users.create', { email, ...(name !== undefined && { name }) })
        if (json) return printJson(created)
        note(`${created.email} may sign in with this password once, and chooses another one then:`)
        say(created.password)
      }),
    )

const makeAdminCommand = (): Command =>
  command('make-admin', 'make somebody an administrator of the platform, who reaches every company')
    .argument('<who>', 'the address they sign in with, or their sub in a managed user pool')
    .option('--revoke', 'take it back')
    .action((who: string, { revoke, json }: Options) =>
      withClient(async (client) => {
        const set = await client.mutate('users.setAdmin', {
          ...(who.includes('@') ? { email: who } : { subject: who }),
          isAdmin: !revoke,
        })
        if (json) printJson(set)
        else say(`${who} is ${set.isAdmin ? 'an' : 'no longer an'} administrator of the platform.`)
      }),
    )

const resetMfaCommand = (): Command =>
  command('reset-mfa', 'take away the second factor of somebody who has lost it')
    .argument('<email>', 'the address they sign in with')
    .addHelpText(
      'after',
      `
Devices that stood in for it are forgotten and every sign-in of theirs ends.
From then on the password alone opens the account: make sure who asks for it.`,
    )
    .action((email: string, { json }: Options) =>
      withClient(async (client) => {
        const reset = await client.mutate('users.resetMfa', { email })
        if (json) printJson(reset)
        else say(`${reset.email} signs in with the password alone, and is told so by mail.`)
      }),
    )
