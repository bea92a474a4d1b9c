import { join } from "node:path";

/** Files are in up to 4096 folders, named by the first characters of their tokens. */
const shardLength = 2;
const partSuffix = ".part";
/** Longer than a shard's name, so that it is not the shard of any token. */
const incomingName = "incoming";

const tokenPattern = /^[A-Za-z0-9_-]{32}$/;
/** The number of random bytes of a token. Source: CH-60 asks for 128 bits. */
export const tokenBytes = 24;

/** Whether the text has the form of a token. Nothing else may become part of a path. */
export const isToken = (text: string): boolean => tokenPattern.test(text);

export const incomingFolder = (root: string): string => join(root, incomingName);
export const partPath = (root: string, token: string): string => join(root, incomingName, `${token}${partSuffix}`);
export const shardFolder = (root: string, token: string): string => join(root, token.slice(0, shardLength));
export const filePath = (root: string, token: string): string => join(shardFolder(root, token), token);

/** Returns the token of a part from its file name. */
export const tokenOfPart = (name: string): string =>
  name.endsWith(partSuffix) ? name.slice(0, -partSuffix.length) : name;

export const isShardName = (name: string): boolean => name.length === shardLength;
