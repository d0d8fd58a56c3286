import { Argument, type Command, type Option } from 'commander'
import { command } from './run.ts'
import { printJson, say } from './terminal.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

export const completionCommand = (): Command =>
  command('completion', 'print what makes the shell complete commands and options', {
    about: `bash: sextant completion bash > ~/.local/share/bash-completion/completions/sextant
zsh:  sextant completion zsh > a file called _sextant in a folder of $fpath
fish: sextant completion fish > ~/.config/fish/completions/sextant.fish`,
    example: 'sextant completion bash',
  })
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell, { json }: { json?: true }, self: Command) => {
      const places = placesIn(self.parent!)
      const script = shell === 'fish' ? fishScript(places) : bashScript(places)
      const text =
        shell === 'zsh' ? `#compdef sextant\nautoload -U +X bashcompinit && bashcompinit\n${script}` : script
      if (json) printJson({ shell, script: text })
      else say(text)
    })

/** A place on a command line: the commands typed so far, and what may come next. */
interface Place {
  path: string
  commands: readonly Command[]
  options: readonly Option[]
}

function placesIn(command: Command, path = ''): Place[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command).filter((child) => child.name() !== 'help')
  return [
    { path, commands, options: help.visibleOptions(command) },
    ...commands.flatMap((child) => placesIn(child, `${path} ${child.name()}`.trim())),
  ]
}

/** Where nothing of ours fits, the shell offers files. */
function bashScript(places: readonly Place[]): string {
  const words = ({ commands, options }: Place) =>
    [...commands.map((command) => command.name()), ...options.map(({ long }) => long)].join(' ')
  const paths = places.slice(1).map(({ path }) => `'${path}'`)
  return `_sextant() {
  local word path=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in ${paths.join('|')}) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${places.map((place) => `    '${place.path}') COMPREPLY=($(compgen -W '${words(place)}' -- "$2")) ;;`).join('\n')}
  esac
}
complete -o default -F _sextant sextant`
}

function fishScript(places: readonly Place[]): string {
  const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`
  const lines = places.flatMap(({ path, commands, options }) => {
    const line = `complete -c sextant -n "test (__sextant_path) = '${path}'"`
    return [
      ...commands.map((command) => `${line} -a ${command.name()} -d ${quoted(command.description())}`),
      ...options.map(
        ({ long, required, description }) =>
          `${line} -l ${long!.slice(2)}${required ? ' -r' : ''} -d ${quoted(description)}`,
      ),
    ]
  })
  return `function __sextant_path
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim -- "$path $word")
    contains -- $longer ${places
      .slice(1)
      .map(({ path }) => quoted(path))
      .join(' ')}; and set path $longer
  end
  echo $path
end
${lines.join('\n')}`
}
