export type YesNo = 'Y' | 'N';

/** How a user signs in: with a password of this product, or with an account of the tenant's provider alone. */
export const authTypes = ['local', 'oidc'] as const;
export type AuthType = (typeof authTypes)[number];

/** A user or person as GET /adm/v2/sec/user and GET /adm/v2/sec/user/{id} send it. A password never leaves the server. */
export interface User {
  id: number;
  name: string;
  email: string;
  /** 11 digits without a mask. */
  cpf: string | null;
  /** YYYY-MM-DD */
  dateBirth: string | null;
  delegateto: number | null;
  delegate: PersonRef | null;
  managerId: number | null;
  manager: PersonRef | null;
  companyId: number | null;
  company: CompanyRef | null;
  uoId: number | null;
  uo: UnitRef | null;
  login: string | null;
  photourl: string | null;
  authType: AuthType;
  havePassword: boolean;
  isChangePwd: YesNo;
  isUser: YesNo;
  isActive: YesNo;
  createdAt: string;
  updatedAt: string;
  version: number;
}

/** A person with the access groups that it is in, as GET answers it. */
export interface UserWithGroups extends User {
  accessGroups: { id: number; nomeGrupo: string }[];
}

export interface PersonRef {
  id: number;
  name: string;
}

export interface CompanyRef {
  id: number;
  name: string;
}

export interface UnitRef {
  id: number;
  title: string;
}
