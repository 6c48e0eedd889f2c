import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TextTree } from '../../src/contracts/plurals.ts';

const locales = join(import.meta.dirname, '../../locales');

/**
 * The texts of the specifications, to the letter, by the key that shows them: what they say of a screen or in a catalogue of
 * errors. Those of project management stand with project management.
 */
const specified: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'the catalogue of errors: signing in and passwords': {
    'shell/login.success': 'Login realizado com sucesso!',
    'shell/login.wrong': 'Usuário ou senha incorreto',
    'errors/errors.WRONG_CREDENTIALS': 'Usuário ou senha incorreto',
    'shell/login.denied': 'Ops! Credenciais incorretas ou não possui permissão para acessar ao sistema.',
    'errors/errors.SIGN_IN_NOT_ALLOWED':
      'Ops! Credenciais incorretas ou não possui permissão para acessar ao sistema.',
    'shell/login.deniedHint': 'Entre em contato com o administrador do sistema para obter acesso.',
    'shell/password.invalidToken': 'Token inválido',
    'errors/errors.INVALID_TOKEN': 'Token inválido',
    'shell/password.success': 'Senha alterada com sucesso!',
    'errors/messages.passwordChanged': 'Senha alterada com sucesso!',
    'shell/password.failure': 'Ops! Algo deu errado ao alterar sua senha.',
    'errors/errors.resetLogin': 'Usuário incorreto',
    'errors/messages.resetMailSent':
      'Email enviado com sucesso! Não esqueça de verificar também sua caixa de spam.',
  },
  'the catalogue of errors: everything else': {
    'shell/failure.generic': 'Ops! Algo deu errado',
    'errors/errors.INTERNAL': 'Ops! Algo deu errado',
    'shell/session.menu401': 'Erro 401: Acesso não autorizado',
    'screens/screens.config.saved': 'Configurações salvas com sucesso.',
    'errors/messages.appearance.saved': 'Configurações salvas com sucesso.',
    'screens/screens.config.notSaved': 'Ops! Algo errado aconteceu.',
    'screens/screens.profile.saved': 'Usuário {{name}} foi editado com sucesso.',
    'screens/screens.profile.notSaved': 'Houve um erro ao editar o usuário: {{name}}',
    'screens/screens.groups.created': 'Grupo de Acesso criado com sucesso!',
    'errors/messages.accessGroup.created': 'Grupo de Acesso criado com sucesso!',
    'screens/screens.groups.updated': 'Grupo de Acesso atualizado com sucesso!',
    'errors/messages.accessGroup.updated': 'Grupo de Acesso atualizado com sucesso!',
    'screens/screens.groups.notCreated': 'Erro ao criar grupo de acesso!',
    'screens/screens.groups.notUpdated': 'Erro ao atualizar grupo de acesso!',
    'errors/errors.accessGroup.nameTaken': 'Já existe um grupo cadastrado com esse nome!',
    'screens/screens.groups.membersSaved': 'Alterações de grupos de usuários salvas com sucesso.',
    'errors/messages.accessGroup.membersSaved': 'Alterações de grupos de usuários salvas com sucesso.',
    'screens/screens.users.notCreated': 'Erro ao criar usuário',
    'screens/screens.users.activated': 'Pessoa ativada com sucesso',
    'screens/screens.users.deactivated': 'Pessoa desativada com sucesso',
    'widgets/widgets.table.empty': 'Não há itens para exibir',
    'screens/screens.users.empty': 'Não há itens para exibir',
    'chat/chat.statusFailed': 'Erro ao atualizar status do atendimento.',
    'forms/form.noOptions': 'Nenhum resultado encontrado',
    'shell/shell.noResults': 'Nenhum resultado encontrado',
    'widgets/widgets.frame.empty.title': 'Sem dados disponíveis',
  },
  'validation rules': {
    'errors/errors.user.loginTaken': 'Este usuário para login já esta em uso!',
    'screens/screens.groups.nameRequired': "O campo 'NOME DO GRUPO' é obrigatório!",
    'errors/errors.accessGroup.nameRequired': "O campo 'NOME DO GRUPO' é obrigatório!",
    'forms/validation.person.empty': 'Os seguintes campos não podem ser vazios: {{fields}}',
    'forms/validation.required': 'Campo Obrigatório',
  },
  'public pages': {
    'shell/login.welcome': 'Bem-vindo! Por favor aguarde...',
    'shell/login.usernameHint': 'Digite seu usuário.',
    'shell/login.passwordHint': 'Digite sua senha.',
    'shell/languages.pt': 'Português',
    'shell/languages.en': 'English',
    'shell/languages.es': 'Español',
    'shell/restricted.title': 'Acesso Restrito',
    'shell/restricted.text': 'Você não tem permissão para acessar esta página.',
    'shell/restricted.hint': 'Por favor, entre em contato com o administrador do sistema.',
  },
  'the shell': {
    'shell/shell.overview': 'Overview',
    'shell/shell.results': 'Results...',
    'shell/shell.settings': 'Settings',
    'shell/shell.untitled': 'Menu sem título',
    'shell/shell.tasksCrumb': 'Tarefas',
    'shell/shell.activitiesCrumb': 'Atividades',
    'shell/shell.environmentQa': 'Homologação',
    'shell/shell.environmentDev': 'DEV',
    'shell/session.expiredTitle': 'Login Expirado',
    'shell/session.expiredText': 'Faça o Login para continuar usando a aplicação.',
    'shell/dialog.confirm': 'Sim, confirmar',
    'shell/dialog.delete': 'Sim, deletar',
    'shell/dialog.cancel': 'Não, cancelar',
  },
  screens: {
    'screens/screens.profile.title': 'Perfil do Usuário',
    'screens/screens.groups.title': 'Grupo de Acesso',
    'screens/screens.groups.new': 'Grupo',
    'screens/screens.groups.onlyActive': 'Apenas Ativos',
    'screens/screens.groups.onlyInactive': 'Apenas Inativos',
    'common/actions.refresh': 'Atualizar',
    'common/fields.status': 'Status',
    'common/fields.profile': 'Perfil',
    'screens/screens.users.all': 'Todos',
    'screens/screens.users.person': 'Pessoa',
    'screens/screens.users.user': 'Usuário',
    'screens/screens.users.searchPlaceholder': 'Pesquise uma palavra chave.',
    'widgets/widgets.filter-bar.search': 'Pesquise uma palavra chave.',
    'widgets/widgets.filter-bar.apply': 'Aplicar',
    'widgets/widgets.filter-bar.clear': 'Limpar Filtros',
  },
  'views and dashboards': {
    'widgets/widgets.filter-bar.filters': 'Filtros',
    'widgets/widgets.filter-bar.all': 'Ver todos os filtros...',
    'widgets/widgets.filter-bar.fewer': 'Esconder filtros...',
    'widgets/widgets.frame.empty.dashboard': 'Não há dados para serem exibidos!',
    'screens/screens.views.title': 'Visões',
    'screens/screens.views.new': 'Visão',
    'screens/screens.views.publish': 'Publicar',
    'screens/screens.views.search': 'Pesquise uma palavra chave.',
    'screens/screens.views.createHeading': 'Visões / Criar Visão',
    'screens/screens.views.editHeading': 'Editar Visão',
    'screens/screens.views.pick': 'Selecione o Tipo de Visão',
    'screens/screens.views.pickTypes.U': 'Widget Único',
    'screens/screens.views.pickTypes.C': 'Criar Layout',
    'screens/screens.views.publishTitle': 'Publicar Visão',
    'screens/screens.views.commentPlaceholder': 'Escreva seu comentário...',
    'editor/editor.publish.placeholder': 'Escreva seu comentário...',
    'common/actions.cancel': 'Cancelar',
    'screens/screens.views.confirm': 'Confirmar',
    'editor/editor.publish.confirm': 'Confirmar',
    'screens/screens.views.commentNeeded': 'O campo comentário é obrigatório para a publicação.',
    'editor/editor.publish.noComment': 'O campo comentário é obrigatório para a publicação.',
    'errors/errors.views.comment': 'O campo comentário é obrigatório para a publicação.',
    'errors/errors.views.none': 'Nenhuma visão selecionada para publicação.',
    'screens/screens.views.titleNeeded': 'Por favor preencha um titulo',
    'errors/errors.views.title': 'Por favor preencha um titulo',
    'screens/screens.views.unchanged': 'Os dados da visão {{title}} não foram alterados!',
    'errors/errors.views.unchanged': 'Os dados da visão {{title}} não foram alterados!',
    'screens/screens.views.created': 'A Visão {{title}} foi criada com sucesso!',
    'errors/messages.views.created': 'A Visão {{title}} foi criada com sucesso!',
    'screens/screens.views.notCreated': 'Não foi possível criar a visão. Tente novamente mais tarde.',
    'screens/screens.views.updated': 'Os dados da visão {{title}} foram atualizados com sucesso!',
    'errors/messages.views.updated': 'Os dados da visão {{title}} foram atualizados com sucesso!',
    'screens/screens.views.notUpdated': 'Os dados da visão {{title}} não foram atualizados!',
    'screens/screens.views.published': 'A visão foi publicada com sucesso!',
    'errors/messages.views.published': 'A visão foi publicada com sucesso!',
    'screens/screens.views.notPublished': 'Houve um erro na publicação. Tente novamente mais tarde.',
    'editor/editor.publish.failed': 'Houve um erro na publicação. Tente novamente mais tarde.',
  },
};

const trees = new Map<string, TextTree>();

function textOf(key: string): unknown {
  const [file = '', path = ''] = key.split('/');
  const tree =
    trees.get(file) ?? (JSON.parse(readFileSync(join(locales, 'pt', `${file}.json`), 'utf8')) as TextTree);
  trees.set(file, tree);
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], tree);
}

describe.each(Object.entries(specified))('the specified texts of %s', (_name, texts) => {
  it.each(Object.entries(texts))('%s is %j', (key, text) => {
    expect(textOf(key)).toBe(text);
  });
});
