import { join } from "node:path";

/** Files lie in up to 4096 folders, named by the first characters of their token. */
const shardLength = 2;
const partSuffix = ".part";
/** Longer than a shard's name, so that no token has its shard here. */
const incomingName = "incoming";

const tokenPattern = /^[A-Za-z0-9_-]{32}$/;
/** Random bytes behind a token. Source: CH-60 asks for 128 bits. */
export const tokenBytes = 24;

/** Whether it can be a token: nothing else may become part of a path. */
export const isToken = (text: string): boolean => tokenPattern.test(text);

export const incomingFolder = (root: string): string => join(root, incomingName);
export const partPath = (root: string, token: string): string => join(root, incomingName, `${token}${partSuffix}`);
export const shardFolder = (root: string, token: string): string => join(root, token.slice(0, shardLength));
export const filePath = (root: string, token: string): string => join(shardFolder(root, token), token);

/** The token of a part by its file's name. */
export const tokenOfPart = (name: string): string =>
  name.endsWith(partSuffix) ? name.slice(0, -partSuffix.length) : name;

export const isShardName = (name: string): boolean => name.length === shardLength;
