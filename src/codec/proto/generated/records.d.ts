import * as $protobuf from "protobufjs";
import Long = require("long");

/** Namespace records. */
export namespace records {

    /**
     * Properties of a StoredDeadline.
     * @deprecated Use records.StoredDeadline.$Properties instead.
     */
    interface IStoredDeadline extends records.StoredDeadline.$Properties {
    }

    /** Represents a StoredDeadline. */
    class StoredDeadline {

        /**
         * Constructs a new StoredDeadline.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.StoredDeadline.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** StoredDeadline id. */
        id: string;

        /** StoredDeadline atMs. */
        atMs: number;

        /** StoredDeadline atRestart. */
        atRestart: boolean;

        /**
         * Encodes the specified StoredDeadline message. Does not implicitly {@link records.StoredDeadline.verify|verify} messages.
         * @param message StoredDeadline message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.StoredDeadline.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a StoredDeadline message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.StoredDeadline & records.StoredDeadline.$Shape} StoredDeadline
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.StoredDeadline & records.StoredDeadline.$Shape;
    }

    namespace StoredDeadline {

        /** Properties of a StoredDeadline. */
        interface $Properties {

            /** StoredDeadline id */
            id?: (string|null);

            /** StoredDeadline atMs */
            atMs?: (number|null);

            /** StoredDeadline atRestart */
            atRestart?: (boolean|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a StoredDeadline. */
        type $Shape = records.StoredDeadline.$Properties;
    }

    /**
     * Properties of an Actor.
     * @deprecated Use records.Actor.$Properties instead.
     */
    interface IActor extends records.Actor.$Properties {
    }

    /** Represents an Actor. */
    class Actor {

        /**
         * Constructs a new Actor.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Actor.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Actor actor. */
        actor: string;

        /** Actor conversation. */
        conversation: string;

        /** Actor machine. */
        machine: string;

        /** Actor version. */
        version: number;

        /** Actor revision. */
        revision: number;

        /** Actor state. */
        state: string;

        /** Actor context. */
        context: Uint8Array;

        /** Actor deadlines. */
        deadlines: records.StoredDeadline.$Properties[];

        /** Actor sinceMs. */
        sinceMs?: (number|null);

        /** Actor historyAt. */
        historyAt?: (number|null);

        /**
         * Encodes the specified Actor message. Does not implicitly {@link records.Actor.verify|verify} messages.
         * @param message Actor message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Actor.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an Actor message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Actor & records.Actor.$Shape} Actor
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Actor & records.Actor.$Shape;
    }

    namespace Actor {

        /** Properties of an Actor. */
        interface $Properties {

            /** Actor actor */
            actor?: (string|null);

            /** Actor conversation */
            conversation?: (string|null);

            /** Actor machine */
            machine?: (string|null);

            /** Actor version */
            version?: (number|null);

            /** Actor revision */
            revision?: (number|null);

            /** Actor state */
            state?: (string|null);

            /** Actor context */
            context?: (Uint8Array|null);

            /** Actor deadlines */
            deadlines?: (records.StoredDeadline.$Properties[]|null);

            /** Actor sinceMs */
            sinceMs?: (number|null);

            /** Actor historyAt */
            historyAt?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an Actor. */
        type $Shape = records.Actor.$Properties;
    }

    /**
     * Properties of a History.
     * @deprecated Use records.History.$Properties instead.
     */
    interface IHistory extends records.History.$Properties {
    }

    /** Represents a History. */
    class History {

        /**
         * Constructs a new History.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.History.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** History atMs. */
        atMs: number;

        /** History packed. */
        packed: Uint8Array;

        /**
         * Encodes the specified History message. Does not implicitly {@link records.History.verify|verify} messages.
         * @param message History message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.History.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a History message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.History & records.History.$Shape} History
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.History & records.History.$Shape;
    }

    namespace History {

        /** Properties of a History. */
        interface $Properties {

            /** History atMs */
            atMs?: (number|null);

            /** History packed */
            packed?: (Uint8Array|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a History. */
        type $Shape = records.History.$Properties;
    }

    /**
     * Properties of a HistoryEntries.
     * @deprecated Use records.HistoryEntries.$Properties instead.
     */
    interface IHistoryEntries extends records.HistoryEntries.$Properties {
    }

    /** Represents a HistoryEntries. */
    class HistoryEntries {

        /**
         * Constructs a new HistoryEntries.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.HistoryEntries.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** HistoryEntries texts. */
        texts: string[];

        /** HistoryEntries entries. */
        entries: records.HistoryEntry.$Properties[];

        /**
         * Encodes the specified HistoryEntries message. Does not implicitly {@link records.HistoryEntries.verify|verify} messages.
         * @param message HistoryEntries message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.HistoryEntries.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a HistoryEntries message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.HistoryEntries & records.HistoryEntries.$Shape} HistoryEntries
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.HistoryEntries & records.HistoryEntries.$Shape;
    }

    namespace HistoryEntries {

        /** Properties of a HistoryEntries. */
        interface $Properties {

            /** HistoryEntries texts */
            texts?: (string[]|null);

            /** HistoryEntries entries */
            entries?: (records.HistoryEntry.$Properties[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a HistoryEntries. */
        type $Shape = records.HistoryEntries.$Properties;
    }

    /**
     * Properties of a HistoryEntry.
     * @deprecated Use records.HistoryEntry.$Properties instead.
     */
    interface IHistoryEntry extends records.HistoryEntry.$Properties {
    }

    /** Represents a HistoryEntry. */
    class HistoryEntry {

        /**
         * Constructs a new HistoryEntry.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.HistoryEntry.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** HistoryEntry actor. */
        actor: number;

        /** HistoryEntry revision. */
        revision: number;

        /** HistoryEntry previous. */
        previous: number;

        /** HistoryEntry skipped. */
        skipped: number;

        /** HistoryEntry steps. */
        steps: records.HistoryStep.$Properties[];

        /**
         * Encodes the specified HistoryEntry message. Does not implicitly {@link records.HistoryEntry.verify|verify} messages.
         * @param message HistoryEntry message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.HistoryEntry.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a HistoryEntry message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.HistoryEntry & records.HistoryEntry.$Shape} HistoryEntry
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.HistoryEntry & records.HistoryEntry.$Shape;
    }

    namespace HistoryEntry {

        /** Properties of a HistoryEntry. */
        interface $Properties {

            /** HistoryEntry actor */
            actor?: (number|null);

            /** HistoryEntry revision */
            revision?: (number|null);

            /** HistoryEntry previous */
            previous?: (number|null);

            /** HistoryEntry skipped */
            skipped?: (number|null);

            /** HistoryEntry steps */
            steps?: (records.HistoryStep.$Properties[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a HistoryEntry. */
        type $Shape = records.HistoryEntry.$Properties;
    }

    /**
     * Properties of a HistoryStep.
     * @deprecated Use records.HistoryStep.$Properties instead.
     */
    interface IHistoryStep extends records.HistoryStep.$Properties {
    }

    /** Represents a HistoryStep. */
    class HistoryStep {

        /**
         * Constructs a new HistoryStep.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.HistoryStep.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** HistoryStep parts. */
        parts: number[];

        /** HistoryStep changes. */
        changes: number[];

        /**
         * Encodes the specified HistoryStep message. Does not implicitly {@link records.HistoryStep.verify|verify} messages.
         * @param message HistoryStep message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.HistoryStep.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a HistoryStep message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.HistoryStep & records.HistoryStep.$Shape} HistoryStep
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.HistoryStep & records.HistoryStep.$Shape;
    }

    namespace HistoryStep {

        /** Properties of a HistoryStep. */
        interface $Properties {

            /** HistoryStep parts */
            parts?: (number[]|null);

            /** HistoryStep changes */
            changes?: (number[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a HistoryStep. */
        type $Shape = records.HistoryStep.$Properties;
    }

    /**
     * Properties of a ClientFacts.
     * @deprecated Use records.ClientFacts.$Properties instead.
     */
    interface IClientFacts extends records.ClientFacts.$Properties {
    }

    /** Represents a ClientFacts. */
    class ClientFacts {

        /**
         * Constructs a new ClientFacts.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.ClientFacts.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ClientFacts senderId. */
        senderId: string;

        /** ClientFacts senderIdKind. */
        senderIdKind: string;

        /** ClientFacts number. */
        number: number;

        /** ClientFacts name. */
        name?: (string|null);

        /** ClientFacts phone. */
        phone?: (string|null);

        /** ClientFacts email. */
        email?: (string|null);

        /** ClientFacts photo. */
        photo?: (string|null);

        /** ClientFacts description. */
        description?: (string|null);

        /** ClientFacts url. */
        url?: (string|null);

        /** ClientFacts pageTitle. */
        pageTitle?: (string|null);

        /** ClientFacts userToken. */
        userToken?: (string|null);

        /** ClientFacts session. */
        session?: (string|null);

        /** ClientFacts chatsCount. */
        chatsCount: number;

        /** ClientFacts isBlacklisted. */
        isBlacklisted: boolean;

        /** ClientFacts pageData. */
        pageData?: (string|null);

        /** ClientFacts proved. */
        proved?: (string|null);

        /**
         * Encodes the specified ClientFacts message. Does not implicitly {@link records.ClientFacts.verify|verify} messages.
         * @param message ClientFacts message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.ClientFacts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ClientFacts message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.ClientFacts & records.ClientFacts.$Shape} ClientFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.ClientFacts & records.ClientFacts.$Shape;
    }

    namespace ClientFacts {

        /** Properties of a ClientFacts. */
        interface $Properties {

            /** ClientFacts senderId */
            senderId?: (string|null);

            /** ClientFacts senderIdKind */
            senderIdKind?: (string|null);

            /** ClientFacts number */
            number?: (number|null);

            /** ClientFacts name */
            name?: (string|null);

            /** ClientFacts phone */
            phone?: (string|null);

            /** ClientFacts email */
            email?: (string|null);

            /** ClientFacts photo */
            photo?: (string|null);

            /** ClientFacts description */
            description?: (string|null);

            /** ClientFacts url */
            url?: (string|null);

            /** ClientFacts pageTitle */
            pageTitle?: (string|null);

            /** ClientFacts userToken */
            userToken?: (string|null);

            /** ClientFacts session */
            session?: (string|null);

            /** ClientFacts chatsCount */
            chatsCount?: (number|null);

            /** ClientFacts isBlacklisted */
            isBlacklisted?: (boolean|null);

            /** ClientFacts pageData */
            pageData?: (string|null);

            /** ClientFacts proved */
            proved?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ClientFacts. */
        type $Shape = records.ClientFacts.$Properties;
    }

    /**
     * Properties of a Client.
     * @deprecated Use records.Client.$Properties instead.
     */
    interface IClient extends records.Client.$Properties {
    }

    /** Represents a Client. */
    class Client {

        /**
         * Constructs a new Client.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Client.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Client channelId. */
        channelId: string;

        /** Client client. */
        client?: (records.ClientFacts.$Properties|null);

        /** Client openChatId. */
        openChatId?: (string|null);

        /** Client seenAtMs. */
        seenAtMs?: (number|null);

        /** Client hasLeftMessage. */
        hasLeftMessage: boolean;

        /**
         * Encodes the specified Client message. Does not implicitly {@link records.Client.verify|verify} messages.
         * @param message Client message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Client.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Client message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Client & records.Client.$Shape} Client
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Client & records.Client.$Shape;
    }

    namespace Client {

        /** Properties of a Client. */
        interface $Properties {

            /** Client channelId */
            channelId?: (string|null);

            /** Client client */
            client?: (records.ClientFacts.$Properties|null);

            /** Client openChatId */
            openChatId?: (string|null);

            /** Client seenAtMs */
            seenAtMs?: (number|null);

            /** Client hasLeftMessage */
            hasLeftMessage?: (boolean|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Client. */
        type $Shape = records.Client.$Properties;
    }

    /**
     * Properties of a Media.
     * @deprecated Use records.Media.$Properties instead.
     */
    interface IMedia extends records.Media.$Properties {
    }

    /** Represents a Media. */
    class Media {

        /**
         * Constructs a new Media.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Media.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Media file. */
        file?: (string|null);

        /** Media thumb. */
        thumb?: (string|null);

        /** Media emoji. */
        emoji?: (string|null);

        /** Media fileName. */
        fileName?: (string|null);

        /** Media fileSize. */
        fileSize?: (number|null);

        /** Media duration. */
        duration?: (number|null);

        /** Media width. */
        width?: (number|null);

        /** Media height. */
        height?: (number|null);

        /** Media performer. */
        performer?: (string|null);

        /** Media title. */
        title?: (string|null);

        /** Media latitude. */
        latitude?: (number|null);

        /** Media longitude. */
        longitude?: (number|null);

        /**
         * Encodes the specified Media message. Does not implicitly {@link records.Media.verify|verify} messages.
         * @param message Media message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Media.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Media message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Media & records.Media.$Shape} Media
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Media & records.Media.$Shape;
    }

    namespace Media {

        /** Properties of a Media. */
        interface $Properties {

            /** Media file */
            file?: (string|null);

            /** Media thumb */
            thumb?: (string|null);

            /** Media emoji */
            emoji?: (string|null);

            /** Media fileName */
            fileName?: (string|null);

            /** Media fileSize */
            fileSize?: (number|null);

            /** Media duration */
            duration?: (number|null);

            /** Media width */
            width?: (number|null);

            /** Media height */
            height?: (number|null);

            /** Media performer */
            performer?: (string|null);

            /** Media title */
            title?: (string|null);

            /** Media latitude */
            latitude?: (number|null);

            /** Media longitude */
            longitude?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Media. */
        type $Shape = records.Media.$Properties;
    }

    /**
     * Properties of a Button.
     * @deprecated Use records.Button.$Properties instead.
     */
    interface IButton extends records.Button.$Properties {
    }

    /** Represents a Button. */
    class Button {

        /**
         * Constructs a new Button.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Button.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Button text. */
        text: string;

        /** Button id. */
        id?: (string|null);

        /**
         * Encodes the specified Button message. Does not implicitly {@link records.Button.verify|verify} messages.
         * @param message Button message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Button.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Button message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Button & records.Button.$Shape} Button
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Button & records.Button.$Shape;
    }

    namespace Button {

        /** Properties of a Button. */
        interface $Properties {

            /** Button text */
            text?: (string|null);

            /** Button id */
            id?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Button. */
        type $Shape = records.Button.$Properties;
    }

    /**
     * Properties of a MessageContent.
     * @deprecated Use records.MessageContent.$Properties instead.
     */
    interface IMessageContent extends records.MessageContent.$Properties {
    }

    /** Represents a MessageContent. */
    class MessageContent {

        /**
         * Constructs a new MessageContent.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.MessageContent.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** MessageContent type. */
        type: string;

        /** MessageContent text. */
        text: string;

        /** MessageContent media. */
        media?: (records.Media.$Properties|null);

        /** MessageContent buttons. */
        buttons: records.Button.$Properties[];

        /** MessageContent fallback. */
        fallback?: (string|null);

        /** MessageContent cut. */
        cut?: (number|null);

        /**
         * Encodes the specified MessageContent message. Does not implicitly {@link records.MessageContent.verify|verify} messages.
         * @param message MessageContent message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.MessageContent.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a MessageContent message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.MessageContent & records.MessageContent.$Shape} MessageContent
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.MessageContent & records.MessageContent.$Shape;
    }

    namespace MessageContent {

        /** Properties of a MessageContent. */
        interface $Properties {

            /** MessageContent type */
            type?: (string|null);

            /** MessageContent text */
            text?: (string|null);

            /** MessageContent media */
            media?: (records.Media.$Properties|null);

            /** MessageContent buttons */
            buttons?: (records.Button.$Properties[]|null);

            /** MessageContent fallback */
            fallback?: (string|null);

            /** MessageContent cut */
            cut?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a MessageContent. */
        type $Shape = records.MessageContent.$Properties;
    }

    /**
     * Properties of a Quote.
     * @deprecated Use records.Quote.$Properties instead.
     */
    interface IQuote extends records.Quote.$Properties {
    }

    /** Represents a Quote. */
    class Quote {

        /**
         * Constructs a new Quote.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Quote.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Quote seq. */
        seq: number;

        /** Quote from. */
        from: string;

        /** Quote type. */
        type: string;

        /** Quote text. */
        text: string;

        /** Quote agentId. */
        agentId?: (number|null);

        /**
         * Encodes the specified Quote message. Does not implicitly {@link records.Quote.verify|verify} messages.
         * @param message Quote message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Quote.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Quote message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Quote & records.Quote.$Shape} Quote
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Quote & records.Quote.$Shape;
    }

    namespace Quote {

        /** Properties of a Quote. */
        interface $Properties {

            /** Quote seq */
            seq?: (number|null);

            /** Quote from */
            from?: (string|null);

            /** Quote type */
            type?: (string|null);

            /** Quote text */
            text?: (string|null);

            /** Quote agentId */
            agentId?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Quote. */
        type $Shape = records.Quote.$Properties;
    }

    /**
     * Properties of a Message.
     * @deprecated Use records.Message.$Properties instead.
     */
    interface IMessage extends records.Message.$Properties {
    }

    /** Represents a Message. */
    class Message {

        /**
         * Constructs a new Message.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Message.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Message seq. */
        seq: number;

        /** Message id. */
        id: string;

        /** Message from. */
        from: string;

        /** Message content. */
        content?: (records.MessageContent.$Properties|null);

        /** Message agentId. */
        agentId?: (number|null);

        /** Message atMs. */
        atMs: number;

        /** Message externalId. */
        externalId?: (string|null);

        /** Message deliveryId. */
        deliveryId?: (string|null);

        /** Message botDeliveryId. */
        botDeliveryId?: (string|null);

        /** Message buttonId. */
        buttonId?: (string|null);

        /** Message isHidden. */
        isHidden: boolean;

        /** Message isBlacklisted. */
        isBlacklisted: boolean;

        /** Message quote. */
        quote?: (records.Quote.$Properties|null);

        /**
         * Encodes the specified Message message. Does not implicitly {@link records.Message.verify|verify} messages.
         * @param message Message message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Message.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Message message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Message & records.Message.$Shape} Message
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Message & records.Message.$Shape;
    }

    namespace Message {

        /** Properties of a Message. */
        interface $Properties {

            /** Message seq */
            seq?: (number|null);

            /** Message id */
            id?: (string|null);

            /** Message from */
            from?: (string|null);

            /** Message content */
            content?: (records.MessageContent.$Properties|null);

            /** Message agentId */
            agentId?: (number|null);

            /** Message atMs */
            atMs?: (number|null);

            /** Message externalId */
            externalId?: (string|null);

            /** Message deliveryId */
            deliveryId?: (string|null);

            /** Message botDeliveryId */
            botDeliveryId?: (string|null);

            /** Message buttonId */
            buttonId?: (string|null);

            /** Message isHidden */
            isHidden?: (boolean|null);

            /** Message isBlacklisted */
            isBlacklisted?: (boolean|null);

            /** Message quote */
            quote?: (records.Quote.$Properties|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Message. */
        type $Shape = records.Message.$Properties;
    }

    /**
     * Properties of a ChatState.
     * @deprecated Use records.ChatState.$Properties instead.
     */
    interface IChatState extends records.ChatState.$Properties {
    }

    /** Represents a ChatState. */
    class ChatState {

        /**
         * Constructs a new ChatState.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.ChatState.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ChatState channelId. */
        channelId: string;

        /**
         * Encodes the specified ChatState message. Does not implicitly {@link records.ChatState.verify|verify} messages.
         * @param message ChatState message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.ChatState.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ChatState message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.ChatState & records.ChatState.$Shape} ChatState
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.ChatState & records.ChatState.$Shape;
    }

    namespace ChatState {

        /** Properties of a ChatState. */
        interface $Properties {

            /** ChatState channelId */
            channelId?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ChatState. */
        type $Shape = records.ChatState.$Properties;
    }

    /**
     * Properties of a DeliveryList.
     * @deprecated Use records.DeliveryList.$Properties instead.
     */
    interface IDeliveryList extends records.DeliveryList.$Properties {
    }

    /** Represents a DeliveryList. */
    class DeliveryList {

        /**
         * Constructs a new DeliveryList.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.DeliveryList.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** DeliveryList chatId. */
        chatId: string;

        /**
         * Encodes the specified DeliveryList message. Does not implicitly {@link records.DeliveryList.verify|verify} messages.
         * @param message DeliveryList message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.DeliveryList.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a DeliveryList message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.DeliveryList & records.DeliveryList.$Shape} DeliveryList
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.DeliveryList & records.DeliveryList.$Shape;
    }

    namespace DeliveryList {

        /** Properties of a DeliveryList. */
        interface $Properties {

            /** DeliveryList chatId */
            chatId?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a DeliveryList. */
        type $Shape = records.DeliveryList.$Properties;
    }

    /**
     * Properties of a ChannelLog.
     * @deprecated Use records.ChannelLog.$Properties instead.
     */
    interface IChannelLog extends records.ChannelLog.$Properties {
    }

    /** Represents a ChannelLog. */
    class ChannelLog {

        /**
         * Constructs a new ChannelLog.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.ChannelLog.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ChannelLog atMs. */
        atMs: number;

        /** ChannelLog kind. */
        kind: string;

        /** ChannelLog cause. */
        cause: string;

        /** ChannelLog chatId. */
        chatId?: (string|null);

        /** ChannelLog messageSeq. */
        messageSeq: number;

        /** ChannelLog text. */
        text: string;

        /**
         * Encodes the specified ChannelLog message. Does not implicitly {@link records.ChannelLog.verify|verify} messages.
         * @param message ChannelLog message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.ChannelLog.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ChannelLog message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.ChannelLog & records.ChannelLog.$Shape} ChannelLog
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.ChannelLog & records.ChannelLog.$Shape;
    }

    namespace ChannelLog {

        /** Properties of a ChannelLog. */
        interface $Properties {

            /** ChannelLog atMs */
            atMs?: (number|null);

            /** ChannelLog kind */
            kind?: (string|null);

            /** ChannelLog cause */
            cause?: (string|null);

            /** ChannelLog chatId */
            chatId?: (string|null);

            /** ChannelLog messageSeq */
            messageSeq?: (number|null);

            /** ChannelLog text */
            text?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ChannelLog. */
        type $Shape = records.ChannelLog.$Properties;
    }

    /**
     * Properties of a Name.
     * @deprecated Use records.Name.$Properties instead.
     */
    interface IName extends records.Name.$Properties {
    }

    /** Represents a Name. */
    class Name {

        /**
         * Constructs a new Name.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Name.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Name name. */
        name: string;

        /**
         * Encodes the specified Name message. Does not implicitly {@link records.Name.verify|verify} messages.
         * @param message Name message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Name.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Name message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Name & records.Name.$Shape} Name
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Name & records.Name.$Shape;
    }

    namespace Name {

        /** Properties of a Name. */
        interface $Properties {

            /** Name name */
            name?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Name. */
        type $Shape = records.Name.$Properties;
    }

    /**
     * Properties of a File.
     * @deprecated Use records.File.$Properties instead.
     */
    interface IFile extends records.File.$Properties {
    }

    /** Represents a File. */
    class File {

        /**
         * Constructs a new File.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.File.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** File chatId. */
        chatId: string;

        /** File agentId. */
        agentId: number;

        /** File name. */
        name: string;

        /** File mimeType. */
        mimeType: string;

        /** File bytes. */
        bytes: number;

        /** File createdAtMs. */
        createdAtMs: number;

        /**
         * Encodes the specified File message. Does not implicitly {@link records.File.verify|verify} messages.
         * @param message File message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.File.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a File message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.File & records.File.$Shape} File
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.File & records.File.$Shape;
    }

    namespace File {

        /** Properties of a File. */
        interface $Properties {

            /** File chatId */
            chatId?: (string|null);

            /** File agentId */
            agentId?: (number|null);

            /** File name */
            name?: (string|null);

            /** File mimeType */
            mimeType?: (string|null);

            /** File bytes */
            bytes?: (number|null);

            /** File createdAtMs */
            createdAtMs?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a File. */
        type $Shape = records.File.$Properties;
    }

    /**
     * Properties of a ChatFile.
     * @deprecated Use records.ChatFile.$Properties instead.
     */
    interface IChatFile extends records.ChatFile.$Properties {
    }

    /** Represents a ChatFile. */
    class ChatFile {

        /**
         * Constructs a new ChatFile.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.ChatFile.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /**
         * Encodes the specified ChatFile message. Does not implicitly {@link records.ChatFile.verify|verify} messages.
         * @param message ChatFile message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.ChatFile.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ChatFile message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.ChatFile & records.ChatFile.$Shape} ChatFile
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.ChatFile & records.ChatFile.$Shape;
    }

    namespace ChatFile {

        /** Properties of a ChatFile. */
        interface $Properties {

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ChatFile. */
        type $Shape = records.ChatFile.$Properties;
    }

    /**
     * Properties of an ArchiveQueue.
     * @deprecated Use records.ArchiveQueue.$Properties instead.
     */
    interface IArchiveQueue extends records.ArchiveQueue.$Properties {
    }

    /** Represents an ArchiveQueue. */
    class ArchiveQueue {

        /**
         * Constructs a new ArchiveQueue.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.ArchiveQueue.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ArchiveQueue isRemoval. */
        isRemoval: boolean;

        /**
         * Encodes the specified ArchiveQueue message. Does not implicitly {@link records.ArchiveQueue.verify|verify} messages.
         * @param message ArchiveQueue message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.ArchiveQueue.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an ArchiveQueue message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.ArchiveQueue & records.ArchiveQueue.$Shape} ArchiveQueue
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.ArchiveQueue & records.ArchiveQueue.$Shape;
    }

    namespace ArchiveQueue {

        /** Properties of an ArchiveQueue. */
        interface $Properties {

            /** ArchiveQueue isRemoval */
            isRemoval?: (boolean|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an ArchiveQueue. */
        type $Shape = records.ArchiveQueue.$Properties;
    }

    /**
     * Properties of a Deadline.
     * @deprecated Use records.Deadline.$Properties instead.
     */
    interface IDeadline extends records.Deadline.$Properties {
    }

    /** Represents a Deadline. */
    class Deadline {

        /**
         * Constructs a new Deadline.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Deadline.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Deadline id. */
        id: string;

        /** Deadline atMs. */
        atMs: number;

        /** Deadline atRestart. */
        atRestart: boolean;

        /** Deadline actor. */
        actor: string;

        /** Deadline conversation. */
        conversation: string;

        /**
         * Encodes the specified Deadline message. Does not implicitly {@link records.Deadline.verify|verify} messages.
         * @param message Deadline message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Deadline.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Deadline message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Deadline & records.Deadline.$Shape} Deadline
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Deadline & records.Deadline.$Shape;
    }

    namespace Deadline {

        /** Properties of a Deadline. */
        interface $Properties {

            /** Deadline id */
            id?: (string|null);

            /** Deadline atMs */
            atMs?: (number|null);

            /** Deadline atRestart */
            atRestart?: (boolean|null);

            /** Deadline actor */
            actor?: (string|null);

            /** Deadline conversation */
            conversation?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Deadline. */
        type $Shape = records.Deadline.$Properties;
    }

    /**
     * Properties of a Tell.
     * @deprecated Use records.Tell.$Properties instead.
     */
    interface ITell extends records.Tell.$Properties {
    }

    /** Represents a Tell. */
    class Tell {

        /**
         * Constructs a new Tell.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Tell.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Tell id. */
        id: string;

        /** Tell to. */
        to: string;

        /** Tell conversation. */
        conversation: string;

        /** Tell event. */
        event: string;

        /** Tell from. */
        from: string;

        /**
         * Encodes the specified Tell message. Does not implicitly {@link records.Tell.verify|verify} messages.
         * @param message Tell message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Tell.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Tell message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Tell & records.Tell.$Shape} Tell
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Tell & records.Tell.$Shape;
    }

    namespace Tell {

        /** Properties of a Tell. */
        interface $Properties {

            /** Tell id */
            id?: (string|null);

            /** Tell to */
            to?: (string|null);

            /** Tell conversation */
            conversation?: (string|null);

            /** Tell event */
            event?: (string|null);

            /** Tell from */
            from?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Tell. */
        type $Shape = records.Tell.$Properties;
    }

    /**
     * Properties of a FeedEntry.
     * @deprecated Use records.FeedEntry.$Properties instead.
     */
    interface IFeedEntry extends records.FeedEntry.$Properties {
    }

    /** Represents a FeedEntry. */
    class FeedEntry {

        /**
         * Constructs a new FeedEntry.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.FeedEntry.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** FeedEntry chatId. */
        chatId: string;

        /** FeedEntry channelId. */
        channelId: string;

        /** FeedEntry messageSeq. */
        messageSeq: number;

        /**
         * Encodes the specified FeedEntry message. Does not implicitly {@link records.FeedEntry.verify|verify} messages.
         * @param message FeedEntry message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.FeedEntry.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a FeedEntry message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.FeedEntry & records.FeedEntry.$Shape} FeedEntry
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.FeedEntry & records.FeedEntry.$Shape;
    }

    namespace FeedEntry {

        /** Properties of a FeedEntry. */
        interface $Properties {

            /** FeedEntry chatId */
            chatId?: (string|null);

            /** FeedEntry channelId */
            channelId?: (string|null);

            /** FeedEntry messageSeq */
            messageSeq?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a FeedEntry. */
        type $Shape = records.FeedEntry.$Properties;
    }

    /**
     * Properties of a Feed.
     * @deprecated Use records.Feed.$Properties instead.
     */
    interface IFeed extends records.Feed.$Properties {
    }

    /** Represents a Feed. */
    class Feed {

        /**
         * Constructs a new Feed.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Feed.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Feed entries. */
        entries: records.FeedEntry.$Properties[];

        /**
         * Encodes the specified Feed message. Does not implicitly {@link records.Feed.verify|verify} messages.
         * @param message Feed message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Feed.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Feed message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Feed & records.Feed.$Shape} Feed
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Feed & records.Feed.$Shape;
    }

    namespace Feed {

        /** Properties of a Feed. */
        interface $Properties {

            /** Feed entries */
            entries?: (records.FeedEntry.$Properties[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Feed. */
        type $Shape = records.Feed.$Properties;
    }

    /**
     * Properties of a Session.
     * @deprecated Use records.Session.$Properties instead.
     */
    interface ISession extends records.Session.$Properties {
    }

    /** Represents a Session. */
    class Session {

        /**
         * Constructs a new Session.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Session.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Session agentId. */
        agentId: number;

        /** Session createdAtMs. */
        createdAtMs: number;

        /** Session lastSeenAtMs. */
        lastSeenAtMs?: (number|null);

        /** Session address. */
        address?: (string|null);

        /** Session userAgent. */
        userAgent?: (string|null);

        /** Session apiKey. */
        apiKey?: (records.ApiKey.$Properties|null);

        /**
         * Encodes the specified Session message. Does not implicitly {@link records.Session.verify|verify} messages.
         * @param message Session message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Session.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Session message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Session & records.Session.$Shape} Session
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Session & records.Session.$Shape;
    }

    namespace Session {

        /** Properties of a Session. */
        interface $Properties {

            /** Session agentId */
            agentId?: (number|null);

            /** Session createdAtMs */
            createdAtMs?: (number|null);

            /** Session lastSeenAtMs */
            lastSeenAtMs?: (number|null);

            /** Session address */
            address?: (string|null);

            /** Session userAgent */
            userAgent?: (string|null);

            /** Session apiKey */
            apiKey?: (records.ApiKey.$Properties|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Session. */
        type $Shape = records.Session.$Properties;
    }

    /**
     * Properties of an ApiKey.
     * @deprecated Use records.ApiKey.$Properties instead.
     */
    interface IApiKey extends records.ApiKey.$Properties {
    }

    /** Represents an ApiKey. */
    class ApiKey {

        /**
         * Constructs a new ApiKey.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.ApiKey.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ApiKey name. */
        name: string;

        /** ApiKey scopes. */
        scopes: string[];

        /** ApiKey channelIds. */
        channelIds: string[];

        /** ApiKey expiresAtMs. */
        expiresAtMs?: (number|null);

        /**
         * Encodes the specified ApiKey message. Does not implicitly {@link records.ApiKey.verify|verify} messages.
         * @param message ApiKey message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.ApiKey.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an ApiKey message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.ApiKey & records.ApiKey.$Shape} ApiKey
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.ApiKey & records.ApiKey.$Shape;
    }

    namespace ApiKey {

        /** Properties of an ApiKey. */
        interface $Properties {

            /** ApiKey name */
            name?: (string|null);

            /** ApiKey scopes */
            scopes?: (string[]|null);

            /** ApiKey channelIds */
            channelIds?: (string[]|null);

            /** ApiKey expiresAtMs */
            expiresAtMs?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an ApiKey. */
        type $Shape = records.ApiKey.$Properties;
    }

    /**
     * Properties of an Account.
     * @deprecated Use records.Account.$Properties instead.
     */
    interface IAccount extends records.Account.$Properties {
    }

    /** Represents an Account. */
    class Account {

        /**
         * Constructs a new Account.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Account.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Account agentId. */
        agentId: number;

        /** Account email. */
        email: string;

        /** Account passwordHash. */
        passwordHash: string;

        /** Account mustChange. */
        mustChange?: (boolean|null);

        /**
         * Encodes the specified Account message. Does not implicitly {@link records.Account.verify|verify} messages.
         * @param message Account message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Account.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an Account message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Account & records.Account.$Shape} Account
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Account & records.Account.$Shape;
    }

    namespace Account {

        /** Properties of an Account. */
        interface $Properties {

            /** Account agentId */
            agentId?: (number|null);

            /** Account email */
            email?: (string|null);

            /** Account passwordHash */
            passwordHash?: (string|null);

            /** Account mustChange */
            mustChange?: (boolean|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an Account. */
        type $Shape = records.Account.$Properties;
    }

    /**
     * Properties of an Idempotency.
     * @deprecated Use records.Idempotency.$Properties instead.
     */
    interface IIdempotency extends records.Idempotency.$Properties {
    }

    /** Represents an Idempotency. */
    class Idempotency {

        /**
         * Constructs a new Idempotency.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Idempotency.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Idempotency fingerprint. */
        fingerprint: string;

        /** Idempotency actor. */
        actor: string;

        /** Idempotency answer. */
        answer: string;

        /** Idempotency expiresAtMs. */
        expiresAtMs: number;

        /**
         * Encodes the specified Idempotency message. Does not implicitly {@link records.Idempotency.verify|verify} messages.
         * @param message Idempotency message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Idempotency.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an Idempotency message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Idempotency & records.Idempotency.$Shape} Idempotency
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Idempotency & records.Idempotency.$Shape;
    }

    namespace Idempotency {

        /** Properties of an Idempotency. */
        interface $Properties {

            /** Idempotency fingerprint */
            fingerprint?: (string|null);

            /** Idempotency actor */
            actor?: (string|null);

            /** Idempotency answer */
            answer?: (string|null);

            /** Idempotency expiresAtMs */
            expiresAtMs?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an Idempotency. */
        type $Shape = records.Idempotency.$Properties;
    }

    /**
     * Properties of a Counter.
     * @deprecated Use records.Counter.$Properties instead.
     */
    interface ICounter extends records.Counter.$Properties {
    }

    /** Represents a Counter. */
    class Counter {

        /**
         * Constructs a new Counter.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Counter.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Counter last. */
        last: number;

        /**
         * Encodes the specified Counter message. Does not implicitly {@link records.Counter.verify|verify} messages.
         * @param message Counter message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Counter.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Counter message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Counter & records.Counter.$Shape} Counter
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Counter & records.Counter.$Shape;
    }

    namespace Counter {

        /** Properties of a Counter. */
        interface $Properties {

            /** Counter last */
            last?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Counter. */
        type $Shape = records.Counter.$Properties;
    }

    /**
     * Properties of a Fact.
     * @deprecated Use records.Fact.$Properties instead.
     */
    interface IFact extends records.Fact.$Properties {
    }

    /** Represents a Fact. */
    class Fact {

        /**
         * Constructs a new Fact.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Fact.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Fact text. */
        text: string;

        /**
         * Encodes the specified Fact message. Does not implicitly {@link records.Fact.verify|verify} messages.
         * @param message Fact message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Fact.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Fact message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Fact & records.Fact.$Shape} Fact
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Fact & records.Fact.$Shape;
    }

    namespace Fact {

        /** Properties of a Fact. */
        interface $Properties {

            /** Fact text */
            text?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Fact. */
        type $Shape = records.Fact.$Properties;
    }

    /**
     * Properties of a RowWrite.
     * @deprecated Use records.RowWrite.$Properties instead.
     */
    interface IRowWrite extends records.RowWrite.$Properties {
    }

    /** Represents a RowWrite. */
    class RowWrite {

        /**
         * Constructs a new RowWrite.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.RowWrite.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** RowWrite key. */
        key: Uint8Array;

        /** RowWrite row. */
        row?: (Uint8Array|null);

        /**
         * Encodes the specified RowWrite message. Does not implicitly {@link records.RowWrite.verify|verify} messages.
         * @param message RowWrite message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.RowWrite.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a RowWrite message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.RowWrite & records.RowWrite.$Shape} RowWrite
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.RowWrite & records.RowWrite.$Shape;
    }

    namespace RowWrite {

        /** Properties of a RowWrite. */
        interface $Properties {

            /** RowWrite key */
            key?: (Uint8Array|null);

            /** RowWrite row */
            row?: (Uint8Array|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a RowWrite. */
        type $Shape = records.RowWrite.$Properties;
    }

    /**
     * Properties of a GroupCommit.
     * @deprecated Use records.GroupCommit.$Properties instead.
     */
    interface IGroupCommit extends records.GroupCommit.$Properties {
    }

    /** Represents a GroupCommit. */
    class GroupCommit {

        /**
         * Constructs a new GroupCommit.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.GroupCommit.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** GroupCommit writes. */
        writes: records.RowWrite.$Properties[];

        /** GroupCommit atMs. */
        atMs?: (number|null);

        /**
         * Encodes the specified GroupCommit message. Does not implicitly {@link records.GroupCommit.verify|verify} messages.
         * @param message GroupCommit message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.GroupCommit.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a GroupCommit message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.GroupCommit & records.GroupCommit.$Shape} GroupCommit
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.GroupCommit & records.GroupCommit.$Shape;
    }

    namespace GroupCommit {

        /** Properties of a GroupCommit. */
        interface $Properties {

            /** GroupCommit writes */
            writes?: (records.RowWrite.$Properties[]|null);

            /** GroupCommit atMs */
            atMs?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a GroupCommit. */
        type $Shape = records.GroupCommit.$Properties;
    }

    /**
     * Properties of a ClientNumber.
     * @deprecated Use records.ClientNumber.$Properties instead.
     */
    interface IClientNumber extends records.ClientNumber.$Properties {
    }

    /** Represents a ClientNumber. */
    class ClientNumber {

        /**
         * Constructs a new ClientNumber.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.ClientNumber.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ClientNumber conversation. */
        conversation: string;

        /**
         * Encodes the specified ClientNumber message. Does not implicitly {@link records.ClientNumber.verify|verify} messages.
         * @param message ClientNumber message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.ClientNumber.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ClientNumber message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.ClientNumber & records.ClientNumber.$Shape} ClientNumber
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.ClientNumber & records.ClientNumber.$Shape;
    }

    namespace ClientNumber {

        /** Properties of a ClientNumber. */
        interface $Properties {

            /** ClientNumber conversation */
            conversation?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ClientNumber. */
        type $Shape = records.ClientNumber.$Properties;
    }

    /**
     * Properties of a Webhook.
     * @deprecated Use records.Webhook.$Properties instead.
     */
    interface IWebhook extends records.Webhook.$Properties {
    }

    /** Represents a Webhook. */
    class Webhook {

        /**
         * Constructs a new Webhook.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Webhook.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Webhook head. */
        head: string;

        /** Webhook tail. */
        tail?: (string|null);

        /** Webhook messagesUpTo. */
        messagesUpTo: number;

        /**
         * Encodes the specified Webhook message. Does not implicitly {@link records.Webhook.verify|verify} messages.
         * @param message Webhook message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Webhook.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Webhook message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Webhook & records.Webhook.$Shape} Webhook
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Webhook & records.Webhook.$Shape;
    }

    namespace Webhook {

        /** Properties of a Webhook. */
        interface $Properties {

            /** Webhook head */
            head?: (string|null);

            /** Webhook tail */
            tail?: (string|null);

            /** Webhook messagesUpTo */
            messagesUpTo?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Webhook. */
        type $Shape = records.Webhook.$Properties;
    }

    /**
     * Properties of a Phone.
     * @deprecated Use records.Phone.$Properties instead.
     */
    interface IPhone extends records.Phone.$Properties {
    }

    /** Represents a Phone. */
    class Phone {

        /**
         * Constructs a new Phone.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Phone.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Phone conversation. */
        conversation: string;

        /**
         * Encodes the specified Phone message. Does not implicitly {@link records.Phone.verify|verify} messages.
         * @param message Phone message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Phone.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Phone message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Phone & records.Phone.$Shape} Phone
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Phone & records.Phone.$Shape;
    }

    namespace Phone {

        /** Properties of a Phone. */
        interface $Properties {

            /** Phone conversation */
            conversation?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Phone. */
        type $Shape = records.Phone.$Properties;
    }

    /**
     * Properties of an OfflineMessage.
     * @deprecated Use records.OfflineMessage.$Properties instead.
     */
    interface IOfflineMessage extends records.OfflineMessage.$Properties {
    }

    /** Represents an OfflineMessage. */
    class OfflineMessage {

        /**
         * Constructs a new OfflineMessage.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.OfflineMessage.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** OfflineMessage channelId. */
        channelId: string;

        /** OfflineMessage clientNumber. */
        clientNumber: number;

        /** OfflineMessage name. */
        name?: (string|null);

        /** OfflineMessage email. */
        email?: (string|null);

        /** OfflineMessage phone. */
        phone?: (string|null);

        /** OfflineMessage text. */
        text: string;

        /** OfflineMessage atMs. */
        atMs: number;

        /** OfflineMessage ownerId. */
        ownerId?: (number|null);

        /** OfflineMessage doneById. */
        doneById?: (number|null);

        /** OfflineMessage doneAtMs. */
        doneAtMs?: (number|null);

        /** OfflineMessage answerIds. */
        answerIds: string[];

        /**
         * Encodes the specified OfflineMessage message. Does not implicitly {@link records.OfflineMessage.verify|verify} messages.
         * @param message OfflineMessage message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.OfflineMessage.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an OfflineMessage message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.OfflineMessage & records.OfflineMessage.$Shape} OfflineMessage
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.OfflineMessage & records.OfflineMessage.$Shape;
    }

    namespace OfflineMessage {

        /** Properties of an OfflineMessage. */
        interface $Properties {

            /** OfflineMessage channelId */
            channelId?: (string|null);

            /** OfflineMessage clientNumber */
            clientNumber?: (number|null);

            /** OfflineMessage name */
            name?: (string|null);

            /** OfflineMessage email */
            email?: (string|null);

            /** OfflineMessage phone */
            phone?: (string|null);

            /** OfflineMessage text */
            text?: (string|null);

            /** OfflineMessage atMs */
            atMs?: (number|null);

            /** OfflineMessage ownerId */
            ownerId?: (number|null);

            /** OfflineMessage doneById */
            doneById?: (number|null);

            /** OfflineMessage doneAtMs */
            doneAtMs?: (number|null);

            /** OfflineMessage answerIds */
            answerIds?: (string[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an OfflineMessage. */
        type $Shape = records.OfflineMessage.$Properties;
    }

    /**
     * Properties of a CannedReply.
     * @deprecated Use records.CannedReply.$Properties instead.
     */
    interface ICannedReply extends records.CannedReply.$Properties {
    }

    /** Represents a CannedReply. */
    class CannedReply {

        /**
         * Constructs a new CannedReply.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.CannedReply.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** CannedReply shortcut. */
        shortcut: string;

        /** CannedReply text. */
        text: string;

        /**
         * Encodes the specified CannedReply message. Does not implicitly {@link records.CannedReply.verify|verify} messages.
         * @param message CannedReply message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.CannedReply.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a CannedReply message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.CannedReply & records.CannedReply.$Shape} CannedReply
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.CannedReply & records.CannedReply.$Shape;
    }

    namespace CannedReply {

        /** Properties of a CannedReply. */
        interface $Properties {

            /** CannedReply shortcut */
            shortcut?: (string|null);

            /** CannedReply text */
            text?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a CannedReply. */
        type $Shape = records.CannedReply.$Properties;
    }

    /**
     * Properties of an Erasure.
     * @deprecated Use records.Erasure.$Properties instead.
     */
    interface IErasure extends records.Erasure.$Properties {
    }

    /** Represents an Erasure. */
    class Erasure {

        /**
         * Constructs a new Erasure.
         * @param [properties] Properties to set
         */
        constructor(properties?: records.Erasure.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Erasure channelId. */
        channelId: string;

        /** Erasure atMs. */
        atMs: number;

        /** Erasure byId. */
        byId: number;

        /** Erasure conversation. */
        conversation?: (string|null);

        /** Erasure trace. */
        trace: string;

        /** Erasure doneAtMs. */
        doneAtMs?: (number|null);

        /** Erasure chats. */
        chats: number;

        /** Erasure messages. */
        messages: number;

        /** Erasure files. */
        files: number;

        /** Erasure deliveries. */
        deliveries: number;

        /** Erasure calls. */
        calls: number;

        /** Erasure leftMessages. */
        leftMessages: number;

        /** Erasure isReplayed. */
        isReplayed: boolean;

        /**
         * Encodes the specified Erasure message. Does not implicitly {@link records.Erasure.verify|verify} messages.
         * @param message Erasure message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: records.Erasure.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an Erasure message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {records.Erasure & records.Erasure.$Shape} Erasure
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): records.Erasure & records.Erasure.$Shape;
    }

    namespace Erasure {

        /** Properties of an Erasure. */
        interface $Properties {

            /** Erasure channelId */
            channelId?: (string|null);

            /** Erasure atMs */
            atMs?: (number|null);

            /** Erasure byId */
            byId?: (number|null);

            /** Erasure conversation */
            conversation?: (string|null);

            /** Erasure trace */
            trace?: (string|null);

            /** Erasure doneAtMs */
            doneAtMs?: (number|null);

            /** Erasure chats */
            chats?: (number|null);

            /** Erasure messages */
            messages?: (number|null);

            /** Erasure files */
            files?: (number|null);

            /** Erasure deliveries */
            deliveries?: (number|null);

            /** Erasure calls */
            calls?: (number|null);

            /** Erasure leftMessages */
            leftMessages?: (number|null);

            /** Erasure isReplayed */
            isReplayed?: (boolean|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an Erasure. */
        type $Shape = records.Erasure.$Properties;
    }
}
