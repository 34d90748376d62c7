import type { Account, TokenPlace } from '../../../electron/contract/models/account-models.ts'

/** Where the key is, in words for people, short for lines and long for the account page. */
export const tokenStorageText = (storage: TokenPlace): { short: string; long: string; kept: boolean } => {
  switch (storage.kind) {
    case 'keychain':
      return { short: 'Key in the system keychain', long: 'In the system keychain', kept: true }
    case 'memory':
      return {
        short: 'Key kept until you quit',
        long: `Until you quit. ${storage.reason.replace(/\.$/, '')}`,
        kept: false,
      }
    case 'sample':
      return { short: 'Sample workspace, no key', long: 'The sample workspace needs no key', kept: true }
    case 'none':
      return { short: 'No key', long: 'No key is stored', kept: false }
  }
}

const methods: Record<Account['method'], string> = {
  key: 'API key',
  password: 'User name and password',
  sample: 'Built-in service',
}

export const methodText = (account: Account): string =>
  account.method === 'password' && account.userName ? `Password of ${account.userName}` : methods[account.method]
