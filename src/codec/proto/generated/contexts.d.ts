import * as $protobuf from "protobufjs";
import Long = require("long");

/** Namespace agent. */
export namespace agent {

    /**
     * Properties of an AgentProfile.
     * @deprecated Use agent.AgentProfile.$Properties instead.
     */
    interface IAgentProfile extends agent.AgentProfile.$Properties {
    }

    /** Represents an AgentProfile. */
    class AgentProfile {

        /**
         * Constructs a new AgentProfile.
         * @param [properties] Properties to set
         */
        constructor(properties?: agent.AgentProfile.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** AgentProfile id. */
        id: number;

        /** AgentProfile name. */
        name: string;

        /** AgentProfile email. */
        email: string;

        /** AgentProfile phone. */
        phone?: (string|null);

        /** AgentProfile photo. */
        photo?: (string|null);

        /** AgentProfile departmentIds. */
        departmentIds: number[];

        /** AgentProfile role. */
        role: string;

        /**
         * Encodes the specified AgentProfile message. Does not implicitly {@link agent.AgentProfile.verify|verify} messages.
         * @param message AgentProfile message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: agent.AgentProfile.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an AgentProfile message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {agent.AgentProfile & agent.AgentProfile.$Shape} AgentProfile
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): agent.AgentProfile & agent.AgentProfile.$Shape;
    }

    namespace AgentProfile {

        /** Properties of an AgentProfile. */
        interface $Properties {

            /** AgentProfile id */
            id?: (number|null);

            /** AgentProfile name */
            name?: (string|null);

            /** AgentProfile email */
            email?: (string|null);

            /** AgentProfile phone */
            phone?: (string|null);

            /** AgentProfile photo */
            photo?: (string|null);

            /** AgentProfile departmentIds */
            departmentIds?: (number[]|null);

            /** AgentProfile role */
            role?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an AgentProfile. */
        type $Shape = agent.AgentProfile.$Properties;
    }

    /**
     * Properties of an AgentContext.
     * @deprecated Use agent.AgentContext.$Properties instead.
     */
    interface IAgentContext extends agent.AgentContext.$Properties {
    }

    /** Represents an AgentContext. */
    class AgentContext {

        /**
         * Constructs a new AgentContext.
         * @param [properties] Properties to set
         */
        constructor(properties?: agent.AgentContext.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** AgentContext profile. */
        profile?: (agent.AgentProfile.$Properties|null);

        /** AgentContext socketIds. */
        socketIds: string[];

        /** AgentContext isAvailable. */
        isAvailable: boolean;

        /** AgentContext channelIds. */
        channelIds: string[];

        /**
         * Encodes the specified AgentContext message. Does not implicitly {@link agent.AgentContext.verify|verify} messages.
         * @param message AgentContext message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: agent.AgentContext.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an AgentContext message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {agent.AgentContext & agent.AgentContext.$Shape} AgentContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): agent.AgentContext & agent.AgentContext.$Shape;
    }

    namespace AgentContext {

        /** Properties of an AgentContext. */
        interface $Properties {

            /** AgentContext profile */
            profile?: (agent.AgentProfile.$Properties|null);

            /** AgentContext socketIds */
            socketIds?: (string[]|null);

            /** AgentContext isAvailable */
            isAvailable?: (boolean|null);

            /** AgentContext channelIds */
            channelIds?: (string[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an AgentContext. */
        type $Shape = agent.AgentContext.$Properties;
    }
}

/** Namespace bot. */
export namespace bot {

    /**
     * Properties of a LaneEntry.
     * @deprecated Use bot.LaneEntry.$Properties instead.
     */
    interface ILaneEntry extends bot.LaneEntry.$Properties {
    }

    /** Represents a LaneEntry. */
    class LaneEntry {

        /**
         * Constructs a new LaneEntry.
         * @param [properties] Properties to set
         */
        constructor(properties?: bot.LaneEntry.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** LaneEntry deliveryId. */
        deliveryId: string;

        /** LaneEntry event. */
        event: string;

        /**
         * Encodes the specified LaneEntry message. Does not implicitly {@link bot.LaneEntry.verify|verify} messages.
         * @param message LaneEntry message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: bot.LaneEntry.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a LaneEntry message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {bot.LaneEntry & bot.LaneEntry.$Shape} LaneEntry
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): bot.LaneEntry & bot.LaneEntry.$Shape;
    }

    namespace LaneEntry {

        /** Properties of a LaneEntry. */
        interface $Properties {

            /** LaneEntry deliveryId */
            deliveryId?: (string|null);

            /** LaneEntry event */
            event?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a LaneEntry. */
        type $Shape = bot.LaneEntry.$Properties;
    }

    /**
     * Properties of a BotLane.
     * @deprecated Use bot.BotLane.$Properties instead.
     */
    interface IBotLane extends bot.BotLane.$Properties {
    }

    /** Represents a BotLane. */
    class BotLane {

        /**
         * Constructs a new BotLane.
         * @param [properties] Properties to set
         */
        constructor(properties?: bot.BotLane.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** BotLane active. */
        active?: (bot.LaneEntry.$Properties|null);

        /** BotLane waiting. */
        waiting: bot.LaneEntry.$Properties[];

        /**
         * Encodes the specified BotLane message. Does not implicitly {@link bot.BotLane.verify|verify} messages.
         * @param message BotLane message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: bot.BotLane.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a BotLane message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {bot.BotLane & bot.BotLane.$Shape} BotLane
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): bot.BotLane & bot.BotLane.$Shape;
    }

    namespace BotLane {

        /** Properties of a BotLane. */
        interface $Properties {

            /** BotLane active */
            active?: (bot.LaneEntry.$Properties|null);

            /** BotLane waiting */
            waiting?: (bot.LaneEntry.$Properties[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a BotLane. */
        type $Shape = bot.BotLane.$Properties;
    }

    /**
     * Properties of a BotNotice.
     * @deprecated Use bot.BotNotice.$Properties instead.
     */
    interface IBotNotice extends bot.BotNotice.$Properties {
    }

    /** Represents a BotNotice. */
    class BotNotice {

        /**
         * Constructs a new BotNotice.
         * @param [properties] Properties to set
         */
        constructor(properties?: bot.BotNotice.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** BotNotice eventId. */
        eventId: string;

        /** BotNotice deliveryId. */
        deliveryId: string;

        /** BotNotice lineId. */
        lineId: string;

        /**
         * Encodes the specified BotNotice message. Does not implicitly {@link bot.BotNotice.verify|verify} messages.
         * @param message BotNotice message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: bot.BotNotice.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a BotNotice message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {bot.BotNotice & bot.BotNotice.$Shape} BotNotice
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): bot.BotNotice & bot.BotNotice.$Shape;
    }

    namespace BotNotice {

        /** Properties of a BotNotice. */
        interface $Properties {

            /** BotNotice eventId */
            eventId?: (string|null);

            /** BotNotice deliveryId */
            deliveryId?: (string|null);

            /** BotNotice lineId */
            lineId?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a BotNotice. */
        type $Shape = bot.BotNotice.$Properties;
    }

    /**
     * Properties of a PostedEvent.
     * @deprecated Use bot.PostedEvent.$Properties instead.
     */
    interface IPostedEvent extends bot.PostedEvent.$Properties {
    }

    /** Represents a PostedEvent. */
    class PostedEvent {

        /**
         * Constructs a new PostedEvent.
         * @param [properties] Properties to set
         */
        constructor(properties?: bot.PostedEvent.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** PostedEvent id. */
        id: string;

        /** PostedEvent fingerprint. */
        fingerprint: string;

        /** PostedEvent atMs. */
        atMs: number;

        /**
         * Encodes the specified PostedEvent message. Does not implicitly {@link bot.PostedEvent.verify|verify} messages.
         * @param message PostedEvent message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: bot.PostedEvent.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a PostedEvent message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {bot.PostedEvent & bot.PostedEvent.$Shape} PostedEvent
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): bot.PostedEvent & bot.PostedEvent.$Shape;
    }

    namespace PostedEvent {

        /** Properties of a PostedEvent. */
        interface $Properties {

            /** PostedEvent id */
            id?: (string|null);

            /** PostedEvent fingerprint */
            fingerprint?: (string|null);

            /** PostedEvent atMs */
            atMs?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a PostedEvent. */
        type $Shape = bot.PostedEvent.$Properties;
    }

    /**
     * Properties of a BotConversationContext.
     * @deprecated Use bot.BotConversationContext.$Properties instead.
     */
    interface IBotConversationContext extends bot.BotConversationContext.$Properties {
    }

    /** Represents a BotConversationContext. */
    class BotConversationContext {

        /**
         * Constructs a new BotConversationContext.
         * @param [properties] Properties to set
         */
        constructor(properties?: bot.BotConversationContext.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** BotConversationContext chatId. */
        chatId: string;

        /** BotConversationContext channelId. */
        channelId: string;

        /** BotConversationContext clientNumber. */
        clientNumber: number;

        /** BotConversationContext providerId. */
        providerId: string;

        /** BotConversationContext lane. */
        lane?: (bot.BotLane.$Properties|null);

        /** BotConversationContext hasSent. */
        hasSent: boolean;

        /** BotConversationContext offerNotice. */
        offerNotice?: (bot.BotNotice.$Properties|null);

        /** BotConversationContext posted. */
        posted: bot.PostedEvent.$Properties[];

        /**
         * Encodes the specified BotConversationContext message. Does not implicitly {@link bot.BotConversationContext.verify|verify} messages.
         * @param message BotConversationContext message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: bot.BotConversationContext.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a BotConversationContext message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {bot.BotConversationContext & bot.BotConversationContext.$Shape} BotConversationContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): bot.BotConversationContext & bot.BotConversationContext.$Shape;
    }

    namespace BotConversationContext {

        /** Properties of a BotConversationContext. */
        interface $Properties {

            /** BotConversationContext chatId */
            chatId?: (string|null);

            /** BotConversationContext channelId */
            channelId?: (string|null);

            /** BotConversationContext clientNumber */
            clientNumber?: (number|null);

            /** BotConversationContext providerId */
            providerId?: (string|null);

            /** BotConversationContext lane */
            lane?: (bot.BotLane.$Properties|null);

            /** BotConversationContext hasSent */
            hasSent?: (boolean|null);

            /** BotConversationContext offerNotice */
            offerNotice?: (bot.BotNotice.$Properties|null);

            /** BotConversationContext posted */
            posted?: (bot.PostedEvent.$Properties[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a BotConversationContext. */
        type $Shape = bot.BotConversationContext.$Properties;
    }

    /**
     * Properties of a BotSender.
     * @deprecated Use bot.BotSender.$Properties instead.
     */
    interface IBotSender extends bot.BotSender.$Properties {
    }

    /** Represents a BotSender. */
    class BotSender {

        /**
         * Constructs a new BotSender.
         * @param [properties] Properties to set
         */
        constructor(properties?: bot.BotSender.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** BotSender name. */
        name?: (string|null);

        /** BotSender url. */
        url?: (string|null);

        /** BotSender hasContacts. */
        hasContacts: boolean;

        /**
         * Encodes the specified BotSender message. Does not implicitly {@link bot.BotSender.verify|verify} messages.
         * @param message BotSender message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: bot.BotSender.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a BotSender message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {bot.BotSender & bot.BotSender.$Shape} BotSender
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): bot.BotSender & bot.BotSender.$Shape;
    }

    namespace BotSender {

        /** Properties of a BotSender. */
        interface $Properties {

            /** BotSender name */
            name?: (string|null);

            /** BotSender url */
            url?: (string|null);

            /** BotSender hasContacts */
            hasContacts?: (boolean|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a BotSender. */
        type $Shape = bot.BotSender.$Properties;
    }

    /**
     * Properties of a BotEvent.
     * @deprecated Use bot.BotEvent.$Properties instead.
     */
    interface IBotEvent extends bot.BotEvent.$Properties {
    }

    /** Represents a BotEvent. */
    class BotEvent {

        /**
         * Constructs a new BotEvent.
         * @param [properties] Properties to set
         */
        constructor(properties?: bot.BotEvent.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** BotEvent event. */
        event: string;

        /** BotEvent chatId. */
        chatId: string;

        /** BotEvent clientNumber. */
        clientNumber: number;

        /** BotEvent sender. */
        sender?: (bot.BotSender.$Properties|null);

        /** BotEvent agentsOnline. */
        agentsOnline: boolean;

        /** BotEvent text. */
        text: string;

        /** BotEvent buttonId. */
        buttonId?: (string|null);

        /** BotEvent atMs. */
        atMs: number;

        /**
         * Encodes the specified BotEvent message. Does not implicitly {@link bot.BotEvent.verify|verify} messages.
         * @param message BotEvent message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: bot.BotEvent.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a BotEvent message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {bot.BotEvent & bot.BotEvent.$Shape} BotEvent
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): bot.BotEvent & bot.BotEvent.$Shape;
    }

    namespace BotEvent {

        /** Properties of a BotEvent. */
        interface $Properties {

            /** BotEvent event */
            event?: (string|null);

            /** BotEvent chatId */
            chatId?: (string|null);

            /** BotEvent clientNumber */
            clientNumber?: (number|null);

            /** BotEvent sender */
            sender?: (bot.BotSender.$Properties|null);

            /** BotEvent agentsOnline */
            agentsOnline?: (boolean|null);

            /** BotEvent text */
            text?: (string|null);

            /** BotEvent buttonId */
            buttonId?: (string|null);

            /** BotEvent atMs */
            atMs?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a BotEvent. */
        type $Shape = bot.BotEvent.$Properties;
    }
}

/** Namespace call. */
export namespace call {

    /**
     * Properties of a RungAgent.
     * @deprecated Use call.RungAgent.$Properties instead.
     */
    interface IRungAgent extends call.RungAgent.$Properties {
    }

    /** Represents a RungAgent. */
    class RungAgent {

        /**
         * Constructs a new RungAgent.
         * @param [properties] Properties to set
         */
        constructor(properties?: call.RungAgent.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** RungAgent id. */
        id: number;

        /** RungAgent name. */
        name: string;

        /** RungAgent phone. */
        phone: string;

        /**
         * Encodes the specified RungAgent message. Does not implicitly {@link call.RungAgent.verify|verify} messages.
         * @param message RungAgent message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: call.RungAgent.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a RungAgent message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {call.RungAgent & call.RungAgent.$Shape} RungAgent
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): call.RungAgent & call.RungAgent.$Shape;
    }

    namespace RungAgent {

        /** Properties of a RungAgent. */
        interface $Properties {

            /** RungAgent id */
            id?: (number|null);

            /** RungAgent name */
            name?: (string|null);

            /** RungAgent phone */
            phone?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a RungAgent. */
        type $Shape = call.RungAgent.$Properties;
    }

    /**
     * Properties of a CallContext.
     * @deprecated Use call.CallContext.$Properties instead.
     */
    interface ICallContext extends call.CallContext.$Properties {
    }

    /** Represents a CallContext. */
    class CallContext {

        /**
         * Constructs a new CallContext.
         * @param [properties] Properties to set
         */
        constructor(properties?: call.CallContext.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** CallContext id. */
        id: string;

        /** CallContext chatId. */
        chatId: string;

        /** CallContext channelId. */
        channelId: string;

        /** CallContext callType. */
        callType: string;

        /** CallContext phone. */
        phone: string;

        /** CallContext status. */
        status: string;

        /** CallContext rung. */
        rung?: (call.RungAgent.$Properties|null);

        /** CallContext connectedId. */
        connectedId?: (number|null);

        /** CallContext chosenId. */
        chosenId?: (number|null);

        /** CallContext reason. */
        reason?: (string|null);

        /** CallContext recordUrl. */
        recordUrl?: (string|null);

        /** CallContext createdAtMs. */
        createdAtMs: number;

        /**
         * Encodes the specified CallContext message. Does not implicitly {@link call.CallContext.verify|verify} messages.
         * @param message CallContext message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: call.CallContext.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a CallContext message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {call.CallContext & call.CallContext.$Shape} CallContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): call.CallContext & call.CallContext.$Shape;
    }

    namespace CallContext {

        /** Properties of a CallContext. */
        interface $Properties {

            /** CallContext id */
            id?: (string|null);

            /** CallContext chatId */
            chatId?: (string|null);

            /** CallContext channelId */
            channelId?: (string|null);

            /** CallContext callType */
            callType?: (string|null);

            /** CallContext phone */
            phone?: (string|null);

            /** CallContext status */
            status?: (string|null);

            /** CallContext rung */
            rung?: (call.RungAgent.$Properties|null);

            /** CallContext connectedId */
            connectedId?: (number|null);

            /** CallContext chosenId */
            chosenId?: (number|null);

            /** CallContext reason */
            reason?: (string|null);

            /** CallContext recordUrl */
            recordUrl?: (string|null);

            /** CallContext createdAtMs */
            createdAtMs?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a CallContext. */
        type $Shape = call.CallContext.$Properties;
    }

    /**
     * Properties of a CallSummary.
     * @deprecated Use call.CallSummary.$Properties instead.
     */
    interface ICallSummary extends call.CallSummary.$Properties {
    }

    /** Represents a CallSummary. */
    class CallSummary {

        /**
         * Constructs a new CallSummary.
         * @param [properties] Properties to set
         */
        constructor(properties?: call.CallSummary.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** CallSummary id. */
        id: string;

        /** CallSummary type. */
        type: string;

        /** CallSummary phone. */
        phone: string;

        /** CallSummary status. */
        status: string;

        /** CallSummary agentId. */
        agentId?: (number|null);

        /** CallSummary reason. */
        reason?: (string|null);

        /** CallSummary recordUrl. */
        recordUrl?: (string|null);

        /**
         * Encodes the specified CallSummary message. Does not implicitly {@link call.CallSummary.verify|verify} messages.
         * @param message CallSummary message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: call.CallSummary.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a CallSummary message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {call.CallSummary & call.CallSummary.$Shape} CallSummary
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): call.CallSummary & call.CallSummary.$Shape;
    }

    namespace CallSummary {

        /** Properties of a CallSummary. */
        interface $Properties {

            /** CallSummary id */
            id?: (string|null);

            /** CallSummary type */
            type?: (string|null);

            /** CallSummary phone */
            phone?: (string|null);

            /** CallSummary status */
            status?: (string|null);

            /** CallSummary agentId */
            agentId?: (number|null);

            /** CallSummary reason */
            reason?: (string|null);

            /** CallSummary recordUrl */
            recordUrl?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a CallSummary. */
        type $Shape = call.CallSummary.$Properties;
    }
}

/** Namespace channel. */
export namespace channel {

    /**
     * Properties of an OauthSettings.
     * @deprecated Use channel.OauthSettings.$Properties instead.
     */
    interface IOauthSettings extends channel.OauthSettings.$Properties {
    }

    /** Represents an OauthSettings. */
    class OauthSettings {

        /**
         * Constructs a new OauthSettings.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.OauthSettings.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** OauthSettings tokenUrl. */
        tokenUrl: string;

        /** OauthSettings clientId. */
        clientId: string;

        /** OauthSettings clientSecret. */
        clientSecret: string;

        /**
         * Encodes the specified OauthSettings message. Does not implicitly {@link channel.OauthSettings.verify|verify} messages.
         * @param message OauthSettings message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.OauthSettings.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an OauthSettings message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.OauthSettings & channel.OauthSettings.$Shape} OauthSettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.OauthSettings & channel.OauthSettings.$Shape;
    }

    namespace OauthSettings {

        /** Properties of an OauthSettings. */
        interface $Properties {

            /** OauthSettings tokenUrl */
            tokenUrl?: (string|null);

            /** OauthSettings clientId */
            clientId?: (string|null);

            /** OauthSettings clientSecret */
            clientSecret?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an OauthSettings. */
        type $Shape = channel.OauthSettings.$Properties;
    }

    /**
     * Properties of a PreviousSecret.
     * @deprecated Use channel.PreviousSecret.$Properties instead.
     */
    interface IPreviousSecret extends channel.PreviousSecret.$Properties {
    }

    /** Represents a PreviousSecret. */
    class PreviousSecret {

        /**
         * Constructs a new PreviousSecret.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.PreviousSecret.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** PreviousSecret secret. */
        secret: string;

        /** PreviousSecret untilMs. */
        untilMs: number;

        /**
         * Encodes the specified PreviousSecret message. Does not implicitly {@link channel.PreviousSecret.verify|verify} messages.
         * @param message PreviousSecret message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.PreviousSecret.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a PreviousSecret message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.PreviousSecret & channel.PreviousSecret.$Shape} PreviousSecret
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.PreviousSecret & channel.PreviousSecret.$Shape;
    }

    namespace PreviousSecret {

        /** Properties of a PreviousSecret. */
        interface $Properties {

            /** PreviousSecret secret */
            secret?: (string|null);

            /** PreviousSecret untilMs */
            untilMs?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a PreviousSecret. */
        type $Shape = channel.PreviousSecret.$Properties;
    }

    /**
     * Properties of a SigningSecrets.
     * @deprecated Use channel.SigningSecrets.$Properties instead.
     */
    interface ISigningSecrets extends channel.SigningSecrets.$Properties {
    }

    /** Represents a SigningSecrets. */
    class SigningSecrets {

        /**
         * Constructs a new SigningSecrets.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.SigningSecrets.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** SigningSecrets signingSecret. */
        signingSecret?: (string|null);

        /** SigningSecrets previousSecret. */
        previousSecret?: (channel.PreviousSecret.$Properties|null);

        /**
         * Encodes the specified SigningSecrets message. Does not implicitly {@link channel.SigningSecrets.verify|verify} messages.
         * @param message SigningSecrets message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.SigningSecrets.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a SigningSecrets message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.SigningSecrets & channel.SigningSecrets.$Shape} SigningSecrets
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.SigningSecrets & channel.SigningSecrets.$Shape;
    }

    namespace SigningSecrets {

        /** Properties of a SigningSecrets. */
        interface $Properties {

            /** SigningSecrets signingSecret */
            signingSecret?: (string|null);

            /** SigningSecrets previousSecret */
            previousSecret?: (channel.PreviousSecret.$Properties|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a SigningSecrets. */
        type $Shape = channel.SigningSecrets.$Properties;
    }

    /**
     * Properties of a BotSettings.
     * @deprecated Use channel.BotSettings.$Properties instead.
     */
    interface IBotSettings extends channel.BotSettings.$Properties {
    }

    /** Represents a BotSettings. */
    class BotSettings {

        /**
         * Constructs a new BotSettings.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.BotSettings.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** BotSettings providerId. */
        providerId: string;

        /** BotSettings endpoint. */
        endpoint: string;

        /** BotSettings token. */
        token: string;

        /** BotSettings name. */
        name?: (string|null);

        /** BotSettings photo. */
        photo?: (string|null);

        /** BotSettings oauth. */
        oauth?: (channel.OauthSettings.$Properties|null);

        /** BotSettings signingSecret. */
        signingSecret?: (string|null);

        /** BotSettings previousSecret. */
        previousSecret?: (channel.PreviousSecret.$Properties|null);

        /**
         * Encodes the specified BotSettings message. Does not implicitly {@link channel.BotSettings.verify|verify} messages.
         * @param message BotSettings message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.BotSettings.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a BotSettings message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.BotSettings & channel.BotSettings.$Shape} BotSettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.BotSettings & channel.BotSettings.$Shape;
    }

    namespace BotSettings {

        /** Properties of a BotSettings. */
        interface $Properties {

            /** BotSettings providerId */
            providerId?: (string|null);

            /** BotSettings endpoint */
            endpoint?: (string|null);

            /** BotSettings token */
            token?: (string|null);

            /** BotSettings name */
            name?: (string|null);

            /** BotSettings photo */
            photo?: (string|null);

            /** BotSettings oauth */
            oauth?: (channel.OauthSettings.$Properties|null);

            /** BotSettings signingSecret */
            signingSecret?: (string|null);

            /** BotSettings previousSecret */
            previousSecret?: (channel.PreviousSecret.$Properties|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a BotSettings. */
        type $Shape = channel.BotSettings.$Properties;
    }

    /**
     * Properties of a WebhookEndpoint.
     * @deprecated Use channel.WebhookEndpoint.$Properties instead.
     */
    interface IWebhookEndpoint extends channel.WebhookEndpoint.$Properties {
    }

    /** Represents a WebhookEndpoint. */
    class WebhookEndpoint {

        /**
         * Constructs a new WebhookEndpoint.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.WebhookEndpoint.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** WebhookEndpoint name. */
        name: string;

        /** WebhookEndpoint url. */
        url: string;

        /** WebhookEndpoint signingSecret. */
        signingSecret?: (string|null);

        /** WebhookEndpoint previousSecret. */
        previousSecret?: (channel.PreviousSecret.$Properties|null);

        /** WebhookEndpoint events. */
        events: string[];

        /** WebhookEndpoint paused. */
        paused: boolean;

        /** WebhookEndpoint ordered. */
        ordered: boolean;

        /** WebhookEndpoint orderedWaitMs. */
        orderedWaitMs: number;

        /**
         * Encodes the specified WebhookEndpoint message. Does not implicitly {@link channel.WebhookEndpoint.verify|verify} messages.
         * @param message WebhookEndpoint message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.WebhookEndpoint.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a WebhookEndpoint message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.WebhookEndpoint & channel.WebhookEndpoint.$Shape} WebhookEndpoint
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.WebhookEndpoint & channel.WebhookEndpoint.$Shape;
    }

    namespace WebhookEndpoint {

        /** Properties of a WebhookEndpoint. */
        interface $Properties {

            /** WebhookEndpoint name */
            name?: (string|null);

            /** WebhookEndpoint url */
            url?: (string|null);

            /** WebhookEndpoint signingSecret */
            signingSecret?: (string|null);

            /** WebhookEndpoint previousSecret */
            previousSecret?: (channel.PreviousSecret.$Properties|null);

            /** WebhookEndpoint events */
            events?: (string[]|null);

            /** WebhookEndpoint paused */
            paused?: (boolean|null);

            /** WebhookEndpoint ordered */
            ordered?: (boolean|null);

            /** WebhookEndpoint orderedWaitMs */
            orderedWaitMs?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a WebhookEndpoint. */
        type $Shape = channel.WebhookEndpoint.$Properties;
    }

    /**
     * Properties of a WebhookSettings.
     * @deprecated Use channel.WebhookSettings.$Properties instead.
     */
    interface IWebhookSettings extends channel.WebhookSettings.$Properties {
    }

    /** Represents a WebhookSettings. */
    class WebhookSettings {

        /**
         * Constructs a new WebhookSettings.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.WebhookSettings.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** WebhookSettings url. */
        url: string;

        /** WebhookSettings signingSecret. */
        signingSecret?: (string|null);

        /** WebhookSettings previousSecret. */
        previousSecret?: (channel.PreviousSecret.$Properties|null);

        /** WebhookSettings endpoints. */
        endpoints: channel.WebhookEndpoint.$Properties[];

        /**
         * Encodes the specified WebhookSettings message. Does not implicitly {@link channel.WebhookSettings.verify|verify} messages.
         * @param message WebhookSettings message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.WebhookSettings.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a WebhookSettings message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.WebhookSettings & channel.WebhookSettings.$Shape} WebhookSettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.WebhookSettings & channel.WebhookSettings.$Shape;
    }

    namespace WebhookSettings {

        /** Properties of a WebhookSettings. */
        interface $Properties {

            /** WebhookSettings url */
            url?: (string|null);

            /** WebhookSettings signingSecret */
            signingSecret?: (string|null);

            /** WebhookSettings previousSecret */
            previousSecret?: (channel.PreviousSecret.$Properties|null);

            /** WebhookSettings endpoints */
            endpoints?: (channel.WebhookEndpoint.$Properties[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a WebhookSettings. */
        type $Shape = channel.WebhookSettings.$Properties;
    }

    /**
     * Properties of a CallbackHours.
     * @deprecated Use channel.CallbackHours.$Properties instead.
     */
    interface ICallbackHours extends channel.CallbackHours.$Properties {
    }

    /** Represents a CallbackHours. */
    class CallbackHours {

        /**
         * Constructs a new CallbackHours.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.CallbackHours.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** CallbackHours days. */
        days: number[];

        /** CallbackHours from. */
        from: string;

        /** CallbackHours to. */
        to: string;

        /**
         * Encodes the specified CallbackHours message. Does not implicitly {@link channel.CallbackHours.verify|verify} messages.
         * @param message CallbackHours message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.CallbackHours.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a CallbackHours message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.CallbackHours & channel.CallbackHours.$Shape} CallbackHours
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.CallbackHours & channel.CallbackHours.$Shape;
    }

    namespace CallbackHours {

        /** Properties of a CallbackHours. */
        interface $Properties {

            /** CallbackHours days */
            days?: (number[]|null);

            /** CallbackHours from */
            from?: (string|null);

            /** CallbackHours to */
            to?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a CallbackHours. */
        type $Shape = channel.CallbackHours.$Properties;
    }

    /**
     * Properties of a CallbackSettings.
     * @deprecated Use channel.CallbackSettings.$Properties instead.
     */
    interface ICallbackSettings extends channel.CallbackSettings.$Properties {
    }

    /** Represents a CallbackSettings. */
    class CallbackSettings {

        /**
         * Constructs a new CallbackSettings.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.CallbackSettings.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** CallbackSettings enabled. */
        enabled: boolean;

        /** CallbackSettings balance. */
        balance: number;

        /** CallbackSettings hours. */
        hours: channel.CallbackHours.$Properties[];

        /** CallbackSettings timeZone. */
        timeZone: string;

        /**
         * Encodes the specified CallbackSettings message. Does not implicitly {@link channel.CallbackSettings.verify|verify} messages.
         * @param message CallbackSettings message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.CallbackSettings.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a CallbackSettings message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.CallbackSettings & channel.CallbackSettings.$Shape} CallbackSettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.CallbackSettings & channel.CallbackSettings.$Shape;
    }

    namespace CallbackSettings {

        /** Properties of a CallbackSettings. */
        interface $Properties {

            /** CallbackSettings enabled */
            enabled?: (boolean|null);

            /** CallbackSettings balance */
            balance?: (number|null);

            /** CallbackSettings hours */
            hours?: (channel.CallbackHours.$Properties[]|null);

            /** CallbackSettings timeZone */
            timeZone?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a CallbackSettings. */
        type $Shape = channel.CallbackSettings.$Properties;
    }

    /**
     * Properties of a WidgetLook.
     * @deprecated Use channel.WidgetLook.$Properties instead.
     */
    interface IWidgetLook extends channel.WidgetLook.$Properties {
    }

    /** Represents a WidgetLook. */
    class WidgetLook {

        /**
         * Constructs a new WidgetLook.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.WidgetLook.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** WidgetLook color. */
        color?: (string|null);

        /** WidgetLook position. */
        position: string;

        /** WidgetLook language. */
        language?: (string|null);

        /** WidgetLook title. */
        title?: (string|null);

        /** WidgetLook greeting. */
        greeting?: (string|null);

        /** WidgetLook sound. */
        sound: boolean;

        /**
         * Encodes the specified WidgetLook message. Does not implicitly {@link channel.WidgetLook.verify|verify} messages.
         * @param message WidgetLook message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.WidgetLook.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a WidgetLook message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.WidgetLook & channel.WidgetLook.$Shape} WidgetLook
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.WidgetLook & channel.WidgetLook.$Shape;
    }

    namespace WidgetLook {

        /** Properties of a WidgetLook. */
        interface $Properties {

            /** WidgetLook color */
            color?: (string|null);

            /** WidgetLook position */
            position?: (string|null);

            /** WidgetLook language */
            language?: (string|null);

            /** WidgetLook title */
            title?: (string|null);

            /** WidgetLook greeting */
            greeting?: (string|null);

            /** WidgetLook sound */
            sound?: (boolean|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a WidgetLook. */
        type $Shape = channel.WidgetLook.$Properties;
    }

    /**
     * Properties of an IdentitySettings.
     * @deprecated Use channel.IdentitySettings.$Properties instead.
     */
    interface IIdentitySettings extends channel.IdentitySettings.$Properties {
    }

    /** Represents an IdentitySettings. */
    class IdentitySettings {

        /**
         * Constructs a new IdentitySettings.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.IdentitySettings.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** IdentitySettings secret. */
        secret?: (string|null);

        /** IdentitySettings previousSecret. */
        previousSecret?: (channel.PreviousSecret.$Properties|null);

        /** IdentitySettings jwksUrl. */
        jwksUrl?: (string|null);

        /**
         * Encodes the specified IdentitySettings message. Does not implicitly {@link channel.IdentitySettings.verify|verify} messages.
         * @param message IdentitySettings message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.IdentitySettings.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an IdentitySettings message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.IdentitySettings & channel.IdentitySettings.$Shape} IdentitySettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.IdentitySettings & channel.IdentitySettings.$Shape;
    }

    namespace IdentitySettings {

        /** Properties of an IdentitySettings. */
        interface $Properties {

            /** IdentitySettings secret */
            secret?: (string|null);

            /** IdentitySettings previousSecret */
            previousSecret?: (channel.PreviousSecret.$Properties|null);

            /** IdentitySettings jwksUrl */
            jwksUrl?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an IdentitySettings. */
        type $Shape = channel.IdentitySettings.$Properties;
    }

    /**
     * Properties of a WidgetSettings.
     * @deprecated Use channel.WidgetSettings.$Properties instead.
     */
    interface IWidgetSettings extends channel.WidgetSettings.$Properties {
    }

    /** Represents a WidgetSettings. */
    class WidgetSettings {

        /**
         * Constructs a new WidgetSettings.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.WidgetSettings.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** WidgetSettings allowedOrigins. */
        allowedOrigins: string[];

        /** WidgetSettings safeUrls. */
        safeUrls: string[];

        /** WidgetSettings callback. */
        callback?: (channel.CallbackSettings.$Properties|null);

        /** WidgetSettings look. */
        look?: (channel.WidgetLook.$Properties|null);

        /** WidgetSettings contactsForm. */
        contactsForm: boolean;

        /** WidgetSettings identity. */
        identity?: (channel.IdentitySettings.$Properties|null);

        /** WidgetSettings contactsFirst. */
        contactsFirst: boolean;

        /** WidgetSettings home. */
        home: boolean;

        /** WidgetSettings suggestions. */
        suggestions: string[];

        /**
         * Encodes the specified WidgetSettings message. Does not implicitly {@link channel.WidgetSettings.verify|verify} messages.
         * @param message WidgetSettings message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.WidgetSettings.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a WidgetSettings message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.WidgetSettings & channel.WidgetSettings.$Shape} WidgetSettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.WidgetSettings & channel.WidgetSettings.$Shape;
    }

    namespace WidgetSettings {

        /** Properties of a WidgetSettings. */
        interface $Properties {

            /** WidgetSettings allowedOrigins */
            allowedOrigins?: (string[]|null);

            /** WidgetSettings safeUrls */
            safeUrls?: (string[]|null);

            /** WidgetSettings callback */
            callback?: (channel.CallbackSettings.$Properties|null);

            /** WidgetSettings look */
            look?: (channel.WidgetLook.$Properties|null);

            /** WidgetSettings contactsForm */
            contactsForm?: (boolean|null);

            /** WidgetSettings identity */
            identity?: (channel.IdentitySettings.$Properties|null);

            /** WidgetSettings contactsFirst */
            contactsFirst?: (boolean|null);

            /** WidgetSettings home */
            home?: (boolean|null);

            /** WidgetSettings suggestions */
            suggestions?: (string[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a WidgetSettings. */
        type $Shape = channel.WidgetSettings.$Properties;
    }

    /**
     * Properties of a ChannelSettings.
     * @deprecated Use channel.ChannelSettings.$Properties instead.
     */
    interface IChannelSettings extends channel.ChannelSettings.$Properties {
    }

    /** Represents a ChannelSettings. */
    class ChannelSettings {

        /**
         * Constructs a new ChannelSettings.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.ChannelSettings.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ChannelSettings id. */
        id: string;

        /** ChannelSettings kind. */
        kind: string;

        /** ChannelSettings name. */
        name: string;

        /** ChannelSettings random. */
        random: string;

        /** ChannelSettings webhookUrl. */
        webhookUrl: string;

        /** ChannelSettings chunked. */
        chunked: boolean;

        /** ChannelSettings agentIds. */
        agentIds: number[];

        /** ChannelSettings enabled. */
        enabled: boolean;

        /** ChannelSettings appendPublicId. */
        appendPublicId: boolean;

        /** ChannelSettings strictAnswers. */
        strictAnswers: boolean;

        /** ChannelSettings hiddenErrorCodes. */
        hiddenErrorCodes: string[];

        /** ChannelSettings agentKeywords. */
        agentKeywords: string[];

        /** ChannelSettings acceptTimeoutMs. */
        acceptTimeoutMs: number;

        /** ChannelSettings bot. */
        bot?: (channel.BotSettings.$Properties|null);

        /** ChannelSettings webhooks. */
        webhooks?: (channel.WebhookSettings.$Properties|null);

        /** ChannelSettings chatLogEmails. */
        chatLogEmails: string[];

        /** ChannelSettings widget. */
        widget?: (channel.WidgetSettings.$Properties|null);

        /** ChannelSettings signingSecret. */
        signingSecret?: (string|null);

        /** ChannelSettings previousSecret. */
        previousSecret?: (channel.PreviousSecret.$Properties|null);

        /** ChannelSettings incoming. */
        incoming?: (channel.SigningSecrets.$Properties|null);

        /** ChannelSettings requireSignature. */
        requireSignature: boolean;

        /** ChannelSettings isTest. */
        isTest: boolean;

        /**
         * Encodes the specified ChannelSettings message. Does not implicitly {@link channel.ChannelSettings.verify|verify} messages.
         * @param message ChannelSettings message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.ChannelSettings.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ChannelSettings message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.ChannelSettings & channel.ChannelSettings.$Shape} ChannelSettings
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.ChannelSettings & channel.ChannelSettings.$Shape;
    }

    namespace ChannelSettings {

        /** Properties of a ChannelSettings. */
        interface $Properties {

            /** ChannelSettings id */
            id?: (string|null);

            /** ChannelSettings kind */
            kind?: (string|null);

            /** ChannelSettings name */
            name?: (string|null);

            /** ChannelSettings random */
            random?: (string|null);

            /** ChannelSettings webhookUrl */
            webhookUrl?: (string|null);

            /** ChannelSettings chunked */
            chunked?: (boolean|null);

            /** ChannelSettings agentIds */
            agentIds?: (number[]|null);

            /** ChannelSettings enabled */
            enabled?: (boolean|null);

            /** ChannelSettings appendPublicId */
            appendPublicId?: (boolean|null);

            /** ChannelSettings strictAnswers */
            strictAnswers?: (boolean|null);

            /** ChannelSettings hiddenErrorCodes */
            hiddenErrorCodes?: (string[]|null);

            /** ChannelSettings agentKeywords */
            agentKeywords?: (string[]|null);

            /** ChannelSettings acceptTimeoutMs */
            acceptTimeoutMs?: (number|null);

            /** ChannelSettings bot */
            bot?: (channel.BotSettings.$Properties|null);

            /** ChannelSettings webhooks */
            webhooks?: (channel.WebhookSettings.$Properties|null);

            /** ChannelSettings chatLogEmails */
            chatLogEmails?: (string[]|null);

            /** ChannelSettings widget */
            widget?: (channel.WidgetSettings.$Properties|null);

            /** ChannelSettings signingSecret */
            signingSecret?: (string|null);

            /** ChannelSettings previousSecret */
            previousSecret?: (channel.PreviousSecret.$Properties|null);

            /** ChannelSettings incoming */
            incoming?: (channel.SigningSecrets.$Properties|null);

            /** ChannelSettings requireSignature */
            requireSignature?: (boolean|null);

            /** ChannelSettings isTest */
            isTest?: (boolean|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ChannelSettings. */
        type $Shape = channel.ChannelSettings.$Properties;
    }

    /**
     * Properties of a ChannelContext.
     * @deprecated Use channel.ChannelContext.$Properties instead.
     */
    interface IChannelContext extends channel.ChannelContext.$Properties {
    }

    /** Represents a ChannelContext. */
    class ChannelContext {

        /**
         * Constructs a new ChannelContext.
         * @param [properties] Properties to set
         */
        constructor(properties?: channel.ChannelContext.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ChannelContext settings. */
        settings?: (channel.ChannelSettings.$Properties|null);

        /** ChannelContext availableAgentIds. */
        availableAgentIds: number[];

        /** ChannelContext declaredBalance. */
        declaredBalance?: (number|null);

        /**
         * Encodes the specified ChannelContext message. Does not implicitly {@link channel.ChannelContext.verify|verify} messages.
         * @param message ChannelContext message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: channel.ChannelContext.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ChannelContext message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {channel.ChannelContext & channel.ChannelContext.$Shape} ChannelContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): channel.ChannelContext & channel.ChannelContext.$Shape;
    }

    namespace ChannelContext {

        /** Properties of a ChannelContext. */
        interface $Properties {

            /** ChannelContext settings */
            settings?: (channel.ChannelSettings.$Properties|null);

            /** ChannelContext availableAgentIds */
            availableAgentIds?: (number[]|null);

            /** ChannelContext declaredBalance */
            declaredBalance?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ChannelContext. */
        type $Shape = channel.ChannelContext.$Properties;
    }
}

/** Namespace chat. */
export namespace chat {

    /**
     * Properties of an AgentSignature.
     * @deprecated Use chat.AgentSignature.$Properties instead.
     */
    interface IAgentSignature extends chat.AgentSignature.$Properties {
    }

    /** Represents an AgentSignature. */
    class AgentSignature {

        /**
         * Constructs a new AgentSignature.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.AgentSignature.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** AgentSignature id. */
        id: number;

        /** AgentSignature name. */
        name: string;

        /** AgentSignature photo. */
        photo?: (string|null);

        /**
         * Encodes the specified AgentSignature message. Does not implicitly {@link chat.AgentSignature.verify|verify} messages.
         * @param message AgentSignature message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.AgentSignature.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an AgentSignature message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.AgentSignature & chat.AgentSignature.$Shape} AgentSignature
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.AgentSignature & chat.AgentSignature.$Shape;
    }

    namespace AgentSignature {

        /** Properties of an AgentSignature. */
        interface $Properties {

            /** AgentSignature id */
            id?: (number|null);

            /** AgentSignature name */
            name?: (string|null);

            /** AgentSignature photo */
            photo?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an AgentSignature. */
        type $Shape = chat.AgentSignature.$Properties;
    }

    /**
     * Properties of a PageFacts.
     * @deprecated Use chat.PageFacts.$Properties instead.
     */
    interface IPageFacts extends chat.PageFacts.$Properties {
    }

    /** Represents a PageFacts. */
    class PageFacts {

        /**
         * Constructs a new PageFacts.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.PageFacts.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** PageFacts url. */
        url: string;

        /** PageFacts title. */
        title?: (string|null);

        /**
         * Encodes the specified PageFacts message. Does not implicitly {@link chat.PageFacts.verify|verify} messages.
         * @param message PageFacts message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.PageFacts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a PageFacts message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.PageFacts & chat.PageFacts.$Shape} PageFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.PageFacts & chat.PageFacts.$Shape;
    }

    namespace PageFacts {

        /** Properties of a PageFacts. */
        interface $Properties {

            /** PageFacts url */
            url?: (string|null);

            /** PageFacts title */
            title?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a PageFacts. */
        type $Shape = chat.PageFacts.$Properties;
    }

    /**
     * Properties of an UtmFacts.
     * @deprecated Use chat.UtmFacts.$Properties instead.
     */
    interface IUtmFacts extends chat.UtmFacts.$Properties {
    }

    /** Represents an UtmFacts. */
    class UtmFacts {

        /**
         * Constructs a new UtmFacts.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.UtmFacts.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** UtmFacts source. */
        source: string;

        /** UtmFacts campaign. */
        campaign: string;

        /** UtmFacts content. */
        content: string;

        /** UtmFacts medium. */
        medium: string;

        /** UtmFacts term. */
        term: string;

        /**
         * Encodes the specified UtmFacts message. Does not implicitly {@link chat.UtmFacts.verify|verify} messages.
         * @param message UtmFacts message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.UtmFacts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an UtmFacts message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.UtmFacts & chat.UtmFacts.$Shape} UtmFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.UtmFacts & chat.UtmFacts.$Shape;
    }

    namespace UtmFacts {

        /** Properties of an UtmFacts. */
        interface $Properties {

            /** UtmFacts source */
            source?: (string|null);

            /** UtmFacts campaign */
            campaign?: (string|null);

            /** UtmFacts content */
            content?: (string|null);

            /** UtmFacts medium */
            medium?: (string|null);

            /** UtmFacts term */
            term?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an UtmFacts. */
        type $Shape = chat.UtmFacts.$Properties;
    }

    /**
     * Properties of a GeoFacts.
     * @deprecated Use chat.GeoFacts.$Properties instead.
     */
    interface IGeoFacts extends chat.GeoFacts.$Properties {
    }

    /** Represents a GeoFacts. */
    class GeoFacts {

        /**
         * Constructs a new GeoFacts.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.GeoFacts.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** GeoFacts region_code. */
        region_code: string;

        /** GeoFacts country. */
        country: string;

        /** GeoFacts country_code. */
        country_code: string;

        /** GeoFacts region. */
        region: string;

        /** GeoFacts city. */
        city: string;

        /** GeoFacts latitude. */
        latitude: string;

        /** GeoFacts longitude. */
        longitude: string;

        /** GeoFacts organization. */
        organization: string;

        /**
         * Encodes the specified GeoFacts message. Does not implicitly {@link chat.GeoFacts.verify|verify} messages.
         * @param message GeoFacts message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.GeoFacts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a GeoFacts message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.GeoFacts & chat.GeoFacts.$Shape} GeoFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.GeoFacts & chat.GeoFacts.$Shape;
    }

    namespace GeoFacts {

        /** Properties of a GeoFacts. */
        interface $Properties {

            /** GeoFacts region_code */
            region_code?: (string|null);

            /** GeoFacts country */
            country?: (string|null);

            /** GeoFacts country_code */
            country_code?: (string|null);

            /** GeoFacts region */
            region?: (string|null);

            /** GeoFacts city */
            city?: (string|null);

            /** GeoFacts latitude */
            latitude?: (string|null);

            /** GeoFacts longitude */
            longitude?: (string|null);

            /** GeoFacts organization */
            organization?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a GeoFacts. */
        type $Shape = chat.GeoFacts.$Properties;
    }

    /**
     * Properties of a SessionFacts.
     * @deprecated Use chat.SessionFacts.$Properties instead.
     */
    interface ISessionFacts extends chat.SessionFacts.$Properties {
    }

    /** Represents a SessionFacts. */
    class SessionFacts {

        /**
         * Constructs a new SessionFacts.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.SessionFacts.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** SessionFacts ipAddress. */
        ipAddress: string;

        /** SessionFacts userAgent. */
        userAgent: string;

        /** SessionFacts utm. */
        utm?: (chat.UtmFacts.$Properties|null);

        /** SessionFacts geo. */
        geo?: (chat.GeoFacts.$Properties|null);

        /**
         * Encodes the specified SessionFacts message. Does not implicitly {@link chat.SessionFacts.verify|verify} messages.
         * @param message SessionFacts message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.SessionFacts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a SessionFacts message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.SessionFacts & chat.SessionFacts.$Shape} SessionFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.SessionFacts & chat.SessionFacts.$Shape;
    }

    namespace SessionFacts {

        /** Properties of a SessionFacts. */
        interface $Properties {

            /** SessionFacts ipAddress */
            ipAddress?: (string|null);

            /** SessionFacts userAgent */
            userAgent?: (string|null);

            /** SessionFacts utm */
            utm?: (chat.UtmFacts.$Properties|null);

            /** SessionFacts geo */
            geo?: (chat.GeoFacts.$Properties|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a SessionFacts. */
        type $Shape = chat.SessionFacts.$Properties;
    }

    /**
     * Properties of a CustomDataRow.
     * @deprecated Use chat.CustomDataRow.$Properties instead.
     */
    interface ICustomDataRow extends chat.CustomDataRow.$Properties {
    }

    /** Represents a CustomDataRow. */
    class CustomDataRow {

        /**
         * Constructs a new CustomDataRow.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.CustomDataRow.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** CustomDataRow title. */
        title?: (string|null);

        /** CustomDataRow content. */
        content?: (string|null);

        /** CustomDataRow key. */
        key?: (string|null);

        /** CustomDataRow link. */
        link?: (string|null);

        /**
         * Encodes the specified CustomDataRow message. Does not implicitly {@link chat.CustomDataRow.verify|verify} messages.
         * @param message CustomDataRow message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.CustomDataRow.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a CustomDataRow message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.CustomDataRow & chat.CustomDataRow.$Shape} CustomDataRow
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.CustomDataRow & chat.CustomDataRow.$Shape;
    }

    namespace CustomDataRow {

        /** Properties of a CustomDataRow. */
        interface $Properties {

            /** CustomDataRow title */
            title?: (string|null);

            /** CustomDataRow content */
            content?: (string|null);

            /** CustomDataRow key */
            key?: (string|null);

            /** CustomDataRow link */
            link?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a CustomDataRow. */
        type $Shape = chat.CustomDataRow.$Properties;
    }

    /**
     * Properties of a ProvedFacts.
     * @deprecated Use chat.ProvedFacts.$Properties instead.
     */
    interface IProvedFacts extends chat.ProvedFacts.$Properties {
    }

    /** Represents a ProvedFacts. */
    class ProvedFacts {

        /**
         * Constructs a new ProvedFacts.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.ProvedFacts.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ProvedFacts id. */
        id: string;

        /** ProvedFacts name. */
        name?: (string|null);

        /** ProvedFacts email. */
        email?: (string|null);

        /** ProvedFacts phone. */
        phone?: (string|null);

        /**
         * Encodes the specified ProvedFacts message. Does not implicitly {@link chat.ProvedFacts.verify|verify} messages.
         * @param message ProvedFacts message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.ProvedFacts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ProvedFacts message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.ProvedFacts & chat.ProvedFacts.$Shape} ProvedFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.ProvedFacts & chat.ProvedFacts.$Shape;
    }

    namespace ProvedFacts {

        /** Properties of a ProvedFacts. */
        interface $Properties {

            /** ProvedFacts id */
            id?: (string|null);

            /** ProvedFacts name */
            name?: (string|null);

            /** ProvedFacts email */
            email?: (string|null);

            /** ProvedFacts phone */
            phone?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ProvedFacts. */
        type $Shape = chat.ProvedFacts.$Properties;
    }

    /**
     * Properties of a ClientFacts.
     * @deprecated Use chat.ClientFacts.$Properties instead.
     */
    interface IClientFacts extends chat.ClientFacts.$Properties {
    }

    /** Represents a ClientFacts. */
    class ClientFacts {

        /**
         * Constructs a new ClientFacts.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.ClientFacts.$Properties);

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
        session?: (chat.SessionFacts.$Properties|null);

        /** ClientFacts chatsCount. */
        chatsCount: number;

        /** ClientFacts isBlacklisted. */
        isBlacklisted: boolean;

        /** ClientFacts pageData. */
        pageData: chat.CustomDataRow.$Properties[];

        /** ClientFacts proved. */
        proved?: (chat.ProvedFacts.$Properties|null);

        /**
         * Encodes the specified ClientFacts message. Does not implicitly {@link chat.ClientFacts.verify|verify} messages.
         * @param message ClientFacts message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.ClientFacts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ClientFacts message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.ClientFacts & chat.ClientFacts.$Shape} ClientFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.ClientFacts & chat.ClientFacts.$Shape;
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
            session?: (chat.SessionFacts.$Properties|null);

            /** ClientFacts chatsCount */
            chatsCount?: (number|null);

            /** ClientFacts isBlacklisted */
            isBlacklisted?: (boolean|null);

            /** ClientFacts pageData */
            pageData?: (chat.CustomDataRow.$Properties[]|null);

            /** ClientFacts proved */
            proved?: (chat.ProvedFacts.$Properties|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ClientFacts. */
        type $Shape = chat.ClientFacts.$Properties;
    }

    /**
     * Properties of a ChatOffer.
     * @deprecated Use chat.ChatOffer.$Properties instead.
     */
    interface IChatOffer extends chat.ChatOffer.$Properties {
    }

    /** Represents a ChatOffer. */
    class ChatOffer {

        /**
         * Constructs a new ChatOffer.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.ChatOffer.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ChatOffer kind. */
        kind: string;

        /** ChatOffer id. */
        id: number;

        /** ChatOffer name. */
        name: string;

        /**
         * Encodes the specified ChatOffer message. Does not implicitly {@link chat.ChatOffer.verify|verify} messages.
         * @param message ChatOffer message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.ChatOffer.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ChatOffer message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.ChatOffer & chat.ChatOffer.$Shape} ChatOffer
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.ChatOffer & chat.ChatOffer.$Shape;
    }

    namespace ChatOffer {

        /** Properties of a ChatOffer. */
        interface $Properties {

            /** ChatOffer kind */
            kind?: (string|null);

            /** ChatOffer id */
            id?: (number|null);

            /** ChatOffer name */
            name?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ChatOffer. */
        type $Shape = chat.ChatOffer.$Properties;
    }

    /**
     * Properties of a ChatDepartment.
     * @deprecated Use chat.ChatDepartment.$Properties instead.
     */
    interface IChatDepartment extends chat.ChatDepartment.$Properties {
    }

    /** Represents a ChatDepartment. */
    class ChatDepartment {

        /**
         * Constructs a new ChatDepartment.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.ChatDepartment.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ChatDepartment id. */
        id: number;

        /** ChatDepartment name. */
        name: string;

        /**
         * Encodes the specified ChatDepartment message. Does not implicitly {@link chat.ChatDepartment.verify|verify} messages.
         * @param message ChatDepartment message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.ChatDepartment.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ChatDepartment message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.ChatDepartment & chat.ChatDepartment.$Shape} ChatDepartment
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.ChatDepartment & chat.ChatDepartment.$Shape;
    }

    namespace ChatDepartment {

        /** Properties of a ChatDepartment. */
        interface $Properties {

            /** ChatDepartment id */
            id?: (number|null);

            /** ChatDepartment name */
            name?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ChatDepartment. */
        type $Shape = chat.ChatDepartment.$Properties;
    }

    /**
     * Properties of an OutboundLane.
     * @deprecated Use chat.OutboundLane.$Properties instead.
     */
    interface IOutboundLane extends chat.OutboundLane.$Properties {
    }

    /** Represents an OutboundLane. */
    class OutboundLane {

        /**
         * Constructs a new OutboundLane.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.OutboundLane.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** OutboundLane active. */
        active?: (string|null);

        /** OutboundLane waiting. */
        waiting: string[];

        /**
         * Encodes the specified OutboundLane message. Does not implicitly {@link chat.OutboundLane.verify|verify} messages.
         * @param message OutboundLane message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.OutboundLane.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an OutboundLane message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.OutboundLane & chat.OutboundLane.$Shape} OutboundLane
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.OutboundLane & chat.OutboundLane.$Shape;
    }

    namespace OutboundLane {

        /** Properties of an OutboundLane. */
        interface $Properties {

            /** OutboundLane active */
            active?: (string|null);

            /** OutboundLane waiting */
            waiting?: (string[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an OutboundLane. */
        type $Shape = chat.OutboundLane.$Properties;
    }

    /**
     * Properties of a MessageButton.
     * @deprecated Use chat.MessageButton.$Properties instead.
     */
    interface IMessageButton extends chat.MessageButton.$Properties {
    }

    /** Represents a MessageButton. */
    class MessageButton {

        /**
         * Constructs a new MessageButton.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.MessageButton.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** MessageButton text. */
        text: string;

        /** MessageButton id. */
        id?: (string|null);

        /**
         * Encodes the specified MessageButton message. Does not implicitly {@link chat.MessageButton.verify|verify} messages.
         * @param message MessageButton message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.MessageButton.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a MessageButton message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.MessageButton & chat.MessageButton.$Shape} MessageButton
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.MessageButton & chat.MessageButton.$Shape;
    }

    namespace MessageButton {

        /** Properties of a MessageButton. */
        interface $Properties {

            /** MessageButton text */
            text?: (string|null);

            /** MessageButton id */
            id?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a MessageButton. */
        type $Shape = chat.MessageButton.$Properties;
    }

    /**
     * Properties of a LiveButtons.
     * @deprecated Use chat.LiveButtons.$Properties instead.
     */
    interface ILiveButtons extends chat.LiveButtons.$Properties {
    }

    /** Represents a LiveButtons. */
    class LiveButtons {

        /**
         * Constructs a new LiveButtons.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.LiveButtons.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** LiveButtons messageSeq. */
        messageSeq: number;

        /** LiveButtons buttons. */
        buttons: chat.MessageButton.$Properties[];

        /**
         * Encodes the specified LiveButtons message. Does not implicitly {@link chat.LiveButtons.verify|verify} messages.
         * @param message LiveButtons message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.LiveButtons.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a LiveButtons message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.LiveButtons & chat.LiveButtons.$Shape} LiveButtons
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.LiveButtons & chat.LiveButtons.$Shape;
    }

    namespace LiveButtons {

        /** Properties of a LiveButtons. */
        interface $Properties {

            /** LiveButtons messageSeq */
            messageSeq?: (number|null);

            /** LiveButtons buttons */
            buttons?: (chat.MessageButton.$Properties[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a LiveButtons. */
        type $Shape = chat.LiveButtons.$Properties;
    }

    /**
     * Properties of a CrmFacts.
     * @deprecated Use chat.CrmFacts.$Properties instead.
     */
    interface ICrmFacts extends chat.CrmFacts.$Properties {
    }

    /** Represents a CrmFacts. */
    class CrmFacts {

        /**
         * Constructs a new CrmFacts.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.CrmFacts.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** CrmFacts isOfAcceptance. */
        isOfAcceptance: boolean;

        /** CrmFacts customData. */
        customData: chat.CustomDataRow.$Properties[];

        /** CrmFacts crmLink. */
        crmLink?: (string|null);

        /** CrmFacts enableAssign. */
        enableAssign: boolean;

        /** CrmFacts isAssigned. */
        isAssigned: boolean;

        /** CrmFacts page. */
        page?: (chat.PageFacts.$Properties|null);

        /**
         * Encodes the specified CrmFacts message. Does not implicitly {@link chat.CrmFacts.verify|verify} messages.
         * @param message CrmFacts message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.CrmFacts.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a CrmFacts message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.CrmFacts & chat.CrmFacts.$Shape} CrmFacts
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.CrmFacts & chat.CrmFacts.$Shape;
    }

    namespace CrmFacts {

        /** Properties of a CrmFacts. */
        interface $Properties {

            /** CrmFacts isOfAcceptance */
            isOfAcceptance?: (boolean|null);

            /** CrmFacts customData */
            customData?: (chat.CustomDataRow.$Properties[]|null);

            /** CrmFacts crmLink */
            crmLink?: (string|null);

            /** CrmFacts enableAssign */
            enableAssign?: (boolean|null);

            /** CrmFacts isAssigned */
            isAssigned?: (boolean|null);

            /** CrmFacts page */
            page?: (chat.PageFacts.$Properties|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a CrmFacts. */
        type $Shape = chat.CrmFacts.$Properties;
    }

    /**
     * Properties of a FailedMessage.
     * @deprecated Use chat.FailedMessage.$Properties instead.
     */
    interface IFailedMessage extends chat.FailedMessage.$Properties {
    }

    /** Represents a FailedMessage. */
    class FailedMessage {

        /**
         * Constructs a new FailedMessage.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.FailedMessage.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** FailedMessage deliveryId. */
        deliveryId: string;

        /** FailedMessage seq. */
        seq: number;

        /** FailedMessage agentId. */
        agentId: number;

        /** FailedMessage atMs. */
        atMs: number;

        /** FailedMessage knownSeq. */
        knownSeq: number;

        /**
         * Encodes the specified FailedMessage message. Does not implicitly {@link chat.FailedMessage.verify|verify} messages.
         * @param message FailedMessage message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.FailedMessage.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a FailedMessage message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.FailedMessage & chat.FailedMessage.$Shape} FailedMessage
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.FailedMessage & chat.FailedMessage.$Shape;
    }

    namespace FailedMessage {

        /** Properties of a FailedMessage. */
        interface $Properties {

            /** FailedMessage deliveryId */
            deliveryId?: (string|null);

            /** FailedMessage seq */
            seq?: (number|null);

            /** FailedMessage agentId */
            agentId?: (number|null);

            /** FailedMessage atMs */
            atMs?: (number|null);

            /** FailedMessage knownSeq */
            knownSeq?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a FailedMessage. */
        type $Shape = chat.FailedMessage.$Properties;
    }

    /**
     * Properties of a ChatVisit.
     * @deprecated Use chat.ChatVisit.$Properties instead.
     */
    interface IChatVisit extends chat.ChatVisit.$Properties {
    }

    /** Represents a ChatVisit. */
    class ChatVisit {

        /**
         * Constructs a new ChatVisit.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.ChatVisit.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ChatVisit surface. */
        surface: string;

        /** ChatVisit firstPage. */
        firstPage?: (chat.PageFacts.$Properties|null);

        /** ChatVisit crm. */
        crm?: (chat.CrmFacts.$Properties|null);

        /** ChatVisit call. */
        call?: (call.CallSummary.$Properties|null);

        /** ChatVisit rate. */
        rate?: (string|null);

        /** ChatVisit isAccepted. */
        isAccepted: boolean;

        /** ChatVisit waitingSinceMs. */
        waitingSinceMs?: (number|null);

        /** ChatVisit linesBehind. */
        linesBehind: number;

        /** ChatVisit failed. */
        failed: chat.FailedMessage.$Properties[];

        /** ChatVisit isExpired. */
        isExpired: boolean;

        /** ChatVisit seenSeq. */
        seenSeq: number;

        /** ChatVisit hasNote. */
        hasNote: boolean;

        /**
         * Encodes the specified ChatVisit message. Does not implicitly {@link chat.ChatVisit.verify|verify} messages.
         * @param message ChatVisit message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.ChatVisit.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ChatVisit message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.ChatVisit & chat.ChatVisit.$Shape} ChatVisit
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.ChatVisit & chat.ChatVisit.$Shape;
    }

    namespace ChatVisit {

        /** Properties of a ChatVisit. */
        interface $Properties {

            /** ChatVisit surface */
            surface?: (string|null);

            /** ChatVisit firstPage */
            firstPage?: (chat.PageFacts.$Properties|null);

            /** ChatVisit crm */
            crm?: (chat.CrmFacts.$Properties|null);

            /** ChatVisit call */
            call?: (call.CallSummary.$Properties|null);

            /** ChatVisit rate */
            rate?: (string|null);

            /** ChatVisit isAccepted */
            isAccepted?: (boolean|null);

            /** ChatVisit waitingSinceMs */
            waitingSinceMs?: (number|null);

            /** ChatVisit linesBehind */
            linesBehind?: (number|null);

            /** ChatVisit failed */
            failed?: (chat.FailedMessage.$Properties[]|null);

            /** ChatVisit isExpired */
            isExpired?: (boolean|null);

            /** ChatVisit seenSeq */
            seenSeq?: (number|null);

            /** ChatVisit hasNote */
            hasNote?: (boolean|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ChatVisit. */
        type $Shape = chat.ChatVisit.$Properties;
    }

    /**
     * Properties of a ChatContext.
     * @deprecated Use chat.ChatContext.$Properties instead.
     */
    interface IChatContext extends chat.ChatContext.$Properties {
    }

    /** Represents a ChatContext. */
    class ChatContext {

        /**
         * Constructs a new ChatContext.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.ChatContext.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** ChatContext id. */
        id: string;

        /** ChatContext channelId. */
        channelId: string;

        /** ChatContext client. */
        client?: (chat.ClientFacts.$Properties|null);

        /** ChatContext agent. */
        agent?: (chat.AgentSignature.$Properties|null);

        /** ChatContext offer. */
        offer?: (chat.ChatOffer.$Properties|null);

        /** ChatContext department. */
        department?: (chat.ChatDepartment.$Properties|null);

        /** ChatContext agentIds. */
        agentIds: number[];

        /** ChatContext invites. */
        invites: string[];

        /** ChatContext isClientTyping. */
        isClientTyping: boolean;

        /** ChatContext typingAgent. */
        typingAgent?: (chat.AgentSignature.$Properties|null);

        /** ChatContext lastSeq. */
        lastSeq: number;

        /** ChatContext unread. */
        unread: number;

        /** ChatContext lane. */
        lane?: (chat.OutboundLane.$Properties|null);

        /** ChatContext bot. */
        bot?: (string|null);

        /** ChatContext buttons. */
        buttons?: (chat.LiveButtons.$Properties|null);

        /** ChatContext visit. */
        visit?: (chat.ChatVisit.$Properties|null);

        /** ChatContext createdAtMs. */
        createdAtMs: number;

        /** ChatContext updatedAtMs. */
        updatedAtMs: number;

        /** ChatContext closedAtMs. */
        closedAtMs?: (number|null);

        /**
         * Encodes the specified ChatContext message. Does not implicitly {@link chat.ChatContext.verify|verify} messages.
         * @param message ChatContext message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.ChatContext.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a ChatContext message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.ChatContext & chat.ChatContext.$Shape} ChatContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.ChatContext & chat.ChatContext.$Shape;
    }

    namespace ChatContext {

        /** Properties of a ChatContext. */
        interface $Properties {

            /** ChatContext id */
            id?: (string|null);

            /** ChatContext channelId */
            channelId?: (string|null);

            /** ChatContext client */
            client?: (chat.ClientFacts.$Properties|null);

            /** ChatContext agent */
            agent?: (chat.AgentSignature.$Properties|null);

            /** ChatContext offer */
            offer?: (chat.ChatOffer.$Properties|null);

            /** ChatContext department */
            department?: (chat.ChatDepartment.$Properties|null);

            /** ChatContext agentIds */
            agentIds?: (number[]|null);

            /** ChatContext invites */
            invites?: (string[]|null);

            /** ChatContext isClientTyping */
            isClientTyping?: (boolean|null);

            /** ChatContext typingAgent */
            typingAgent?: (chat.AgentSignature.$Properties|null);

            /** ChatContext lastSeq */
            lastSeq?: (number|null);

            /** ChatContext unread */
            unread?: (number|null);

            /** ChatContext lane */
            lane?: (chat.OutboundLane.$Properties|null);

            /** ChatContext bot */
            bot?: (string|null);

            /** ChatContext buttons */
            buttons?: (chat.LiveButtons.$Properties|null);

            /** ChatContext visit */
            visit?: (chat.ChatVisit.$Properties|null);

            /** ChatContext createdAtMs */
            createdAtMs?: (number|null);

            /** ChatContext updatedAtMs */
            updatedAtMs?: (number|null);

            /** ChatContext closedAtMs */
            closedAtMs?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a ChatContext. */
        type $Shape = chat.ChatContext.$Properties;
    }

    /**
     * Properties of a MediaFields.
     * @deprecated Use chat.MediaFields.$Properties instead.
     */
    interface IMediaFields extends chat.MediaFields.$Properties {
    }

    /** Represents a MediaFields. */
    class MediaFields {

        /**
         * Constructs a new MediaFields.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.MediaFields.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** MediaFields file. */
        file?: (string|null);

        /** MediaFields thumb. */
        thumb?: (string|null);

        /** MediaFields emoji. */
        emoji?: (string|null);

        /** MediaFields file_name. */
        file_name?: (string|null);

        /** MediaFields file_size. */
        file_size?: (number|null);

        /** MediaFields duration. */
        duration?: (number|null);

        /** MediaFields width. */
        width?: (number|null);

        /** MediaFields height. */
        height?: (number|null);

        /** MediaFields performer. */
        performer?: (string|null);

        /** MediaFields title. */
        title?: (string|null);

        /** MediaFields latitude. */
        latitude?: (number|null);

        /** MediaFields longitude. */
        longitude?: (number|null);

        /**
         * Encodes the specified MediaFields message. Does not implicitly {@link chat.MediaFields.verify|verify} messages.
         * @param message MediaFields message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.MediaFields.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a MediaFields message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.MediaFields & chat.MediaFields.$Shape} MediaFields
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.MediaFields & chat.MediaFields.$Shape;
    }

    namespace MediaFields {

        /** Properties of a MediaFields. */
        interface $Properties {

            /** MediaFields file */
            file?: (string|null);

            /** MediaFields thumb */
            thumb?: (string|null);

            /** MediaFields emoji */
            emoji?: (string|null);

            /** MediaFields file_name */
            file_name?: (string|null);

            /** MediaFields file_size */
            file_size?: (number|null);

            /** MediaFields duration */
            duration?: (number|null);

            /** MediaFields width */
            width?: (number|null);

            /** MediaFields height */
            height?: (number|null);

            /** MediaFields performer */
            performer?: (string|null);

            /** MediaFields title */
            title?: (string|null);

            /** MediaFields latitude */
            latitude?: (number|null);

            /** MediaFields longitude */
            longitude?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a MediaFields. */
        type $Shape = chat.MediaFields.$Properties;
    }

    /**
     * Properties of a MessageContent.
     * @deprecated Use chat.MessageContent.$Properties instead.
     */
    interface IMessageContent extends chat.MessageContent.$Properties {
    }

    /** Represents a MessageContent. */
    class MessageContent {

        /**
         * Constructs a new MessageContent.
         * @param [properties] Properties to set
         */
        constructor(properties?: chat.MessageContent.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** MessageContent type. */
        type: string;

        /** MessageContent text. */
        text: string;

        /** MessageContent media. */
        media?: (chat.MediaFields.$Properties|null);

        /** MessageContent buttons. */
        buttons: chat.MessageButton.$Properties[];

        /** MessageContent fallback. */
        fallback?: (string|null);

        /** MessageContent cut. */
        cut?: (number|null);

        /**
         * Encodes the specified MessageContent message. Does not implicitly {@link chat.MessageContent.verify|verify} messages.
         * @param message MessageContent message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: chat.MessageContent.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a MessageContent message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {chat.MessageContent & chat.MessageContent.$Shape} MessageContent
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): chat.MessageContent & chat.MessageContent.$Shape;
    }

    namespace MessageContent {

        /** Properties of a MessageContent. */
        interface $Properties {

            /** MessageContent type */
            type?: (string|null);

            /** MessageContent text */
            text?: (string|null);

            /** MessageContent media */
            media?: (chat.MediaFields.$Properties|null);

            /** MessageContent buttons */
            buttons?: (chat.MessageButton.$Properties[]|null);

            /** MessageContent fallback */
            fallback?: (string|null);

            /** MessageContent cut */
            cut?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a MessageContent. */
        type $Shape = chat.MessageContent.$Properties;
    }
}

/** Namespace delivery. */
export namespace delivery {

    /**
     * Properties of a MessageCargo.
     * @deprecated Use delivery.MessageCargo.$Properties instead.
     */
    interface IMessageCargo extends delivery.MessageCargo.$Properties {
    }

    /** Represents a MessageCargo. */
    class MessageCargo {

        /**
         * Constructs a new MessageCargo.
         * @param [properties] Properties to set
         */
        constructor(properties?: delivery.MessageCargo.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** MessageCargo content. */
        content?: (chat.MessageContent.$Properties|null);

        /** MessageCargo sender. */
        sender?: (chat.AgentSignature.$Properties|null);

        /**
         * Encodes the specified MessageCargo message. Does not implicitly {@link delivery.MessageCargo.verify|verify} messages.
         * @param message MessageCargo message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: delivery.MessageCargo.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a MessageCargo message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {delivery.MessageCargo & delivery.MessageCargo.$Shape} MessageCargo
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): delivery.MessageCargo & delivery.MessageCargo.$Shape;
    }

    namespace MessageCargo {

        /** Properties of a MessageCargo. */
        interface $Properties {

            /** MessageCargo content */
            content?: (chat.MessageContent.$Properties|null);

            /** MessageCargo sender */
            sender?: (chat.AgentSignature.$Properties|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a MessageCargo. */
        type $Shape = delivery.MessageCargo.$Properties;
    }

    /**
     * Properties of a BotEventCargo.
     * @deprecated Use delivery.BotEventCargo.$Properties instead.
     */
    interface IBotEventCargo extends delivery.BotEventCargo.$Properties {
    }

    /** Represents a BotEventCargo. */
    class BotEventCargo {

        /**
         * Constructs a new BotEventCargo.
         * @param [properties] Properties to set
         */
        constructor(properties?: delivery.BotEventCargo.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** BotEventCargo providerId. */
        providerId: string;

        /** BotEventCargo event. */
        event?: (bot.BotEvent.$Properties|null);

        /**
         * Encodes the specified BotEventCargo message. Does not implicitly {@link delivery.BotEventCargo.verify|verify} messages.
         * @param message BotEventCargo message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: delivery.BotEventCargo.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a BotEventCargo message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {delivery.BotEventCargo & delivery.BotEventCargo.$Shape} BotEventCargo
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): delivery.BotEventCargo & delivery.BotEventCargo.$Shape;
    }

    namespace BotEventCargo {

        /** Properties of a BotEventCargo. */
        interface $Properties {

            /** BotEventCargo providerId */
            providerId?: (string|null);

            /** BotEventCargo event */
            event?: (bot.BotEvent.$Properties|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a BotEventCargo. */
        type $Shape = delivery.BotEventCargo.$Properties;
    }

    /**
     * Properties of a WebhookCargo.
     * @deprecated Use delivery.WebhookCargo.$Properties instead.
     */
    interface IWebhookCargo extends delivery.WebhookCargo.$Properties {
    }

    /** Represents a WebhookCargo. */
    class WebhookCargo {

        /**
         * Constructs a new WebhookCargo.
         * @param [properties] Properties to set
         */
        constructor(properties?: delivery.WebhookCargo.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** WebhookCargo event. */
        event: string;

        /** WebhookCargo endpoint. */
        endpoint?: (string|null);

        /** WebhookCargo patienceMs. */
        patienceMs?: (number|null);

        /**
         * Encodes the specified WebhookCargo message. Does not implicitly {@link delivery.WebhookCargo.verify|verify} messages.
         * @param message WebhookCargo message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: delivery.WebhookCargo.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a WebhookCargo message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {delivery.WebhookCargo & delivery.WebhookCargo.$Shape} WebhookCargo
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): delivery.WebhookCargo & delivery.WebhookCargo.$Shape;
    }

    namespace WebhookCargo {

        /** Properties of a WebhookCargo. */
        interface $Properties {

            /** WebhookCargo event */
            event?: (string|null);

            /** WebhookCargo endpoint */
            endpoint?: (string|null);

            /** WebhookCargo patienceMs */
            patienceMs?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a WebhookCargo. */
        type $Shape = delivery.WebhookCargo.$Properties;
    }

    /**
     * Properties of a LeftMessageAnswer.
     * @deprecated Use delivery.LeftMessageAnswer.$Properties instead.
     */
    interface ILeftMessageAnswer extends delivery.LeftMessageAnswer.$Properties {
    }

    /** Represents a LeftMessageAnswer. */
    class LeftMessageAnswer {

        /**
         * Constructs a new LeftMessageAnswer.
         * @param [properties] Properties to set
         */
        constructor(properties?: delivery.LeftMessageAnswer.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** LeftMessageAnswer number. */
        number: number;

        /** LeftMessageAnswer agentId. */
        agentId: number;

        /** LeftMessageAnswer subject. */
        subject: string;

        /** LeftMessageAnswer text. */
        text: string;

        /**
         * Encodes the specified LeftMessageAnswer message. Does not implicitly {@link delivery.LeftMessageAnswer.verify|verify} messages.
         * @param message LeftMessageAnswer message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: delivery.LeftMessageAnswer.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a LeftMessageAnswer message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {delivery.LeftMessageAnswer & delivery.LeftMessageAnswer.$Shape} LeftMessageAnswer
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): delivery.LeftMessageAnswer & delivery.LeftMessageAnswer.$Shape;
    }

    namespace LeftMessageAnswer {

        /** Properties of a LeftMessageAnswer. */
        interface $Properties {

            /** LeftMessageAnswer number */
            number?: (number|null);

            /** LeftMessageAnswer agentId */
            agentId?: (number|null);

            /** LeftMessageAnswer subject */
            subject?: (string|null);

            /** LeftMessageAnswer text */
            text?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a LeftMessageAnswer. */
        type $Shape = delivery.LeftMessageAnswer.$Properties;
    }

    /**
     * Properties of a MailCargo.
     * @deprecated Use delivery.MailCargo.$Properties instead.
     */
    interface IMailCargo extends delivery.MailCargo.$Properties {
    }

    /** Represents a MailCargo. */
    class MailCargo {

        /**
         * Constructs a new MailCargo.
         * @param [properties] Properties to set
         */
        constructor(properties?: delivery.MailCargo.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** MailCargo to. */
        to: string[];

        /** MailCargo messagesUpTo. */
        messagesUpTo: number;

        /** MailCargo closedAtMs. */
        closedAtMs?: (number|null);

        /** MailCargo answer. */
        answer?: (delivery.LeftMessageAnswer.$Properties|null);

        /**
         * Encodes the specified MailCargo message. Does not implicitly {@link delivery.MailCargo.verify|verify} messages.
         * @param message MailCargo message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: delivery.MailCargo.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a MailCargo message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {delivery.MailCargo & delivery.MailCargo.$Shape} MailCargo
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): delivery.MailCargo & delivery.MailCargo.$Shape;
    }

    namespace MailCargo {

        /** Properties of a MailCargo. */
        interface $Properties {

            /** MailCargo to */
            to?: (string[]|null);

            /** MailCargo messagesUpTo */
            messagesUpTo?: (number|null);

            /** MailCargo closedAtMs */
            closedAtMs?: (number|null);

            /** MailCargo answer */
            answer?: (delivery.LeftMessageAnswer.$Properties|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a MailCargo. */
        type $Shape = delivery.MailCargo.$Properties;
    }

    /**
     * Properties of a Recipient.
     * @deprecated Use delivery.Recipient.$Properties instead.
     */
    interface IRecipient extends delivery.Recipient.$Properties {
    }

    /** Represents a Recipient. */
    class Recipient {

        /**
         * Constructs a new Recipient.
         * @param [properties] Properties to set
         */
        constructor(properties?: delivery.Recipient.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** Recipient senderId. */
        senderId: string;

        /** Recipient senderIdKind. */
        senderIdKind: string;

        /**
         * Encodes the specified Recipient message. Does not implicitly {@link delivery.Recipient.verify|verify} messages.
         * @param message Recipient message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: delivery.Recipient.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a Recipient message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {delivery.Recipient & delivery.Recipient.$Shape} Recipient
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): delivery.Recipient & delivery.Recipient.$Shape;
    }

    namespace Recipient {

        /** Properties of a Recipient. */
        interface $Properties {

            /** Recipient senderId */
            senderId?: (string|null);

            /** Recipient senderIdKind */
            senderIdKind?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a Recipient. */
        type $Shape = delivery.Recipient.$Properties;
    }

    /**
     * Properties of an AttemptFailure.
     * @deprecated Use delivery.AttemptFailure.$Properties instead.
     */
    interface IAttemptFailure extends delivery.AttemptFailure.$Properties {
    }

    /** Represents an AttemptFailure. */
    class AttemptFailure {

        /**
         * Constructs a new AttemptFailure.
         * @param [properties] Properties to set
         */
        constructor(properties?: delivery.AttemptFailure.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** AttemptFailure kind. */
        kind: string;

        /** AttemptFailure code. */
        code: string;

        /** AttemptFailure message. */
        message: string;

        /** AttemptFailure isHidden. */
        isHidden: boolean;

        /**
         * Encodes the specified AttemptFailure message. Does not implicitly {@link delivery.AttemptFailure.verify|verify} messages.
         * @param message AttemptFailure message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: delivery.AttemptFailure.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an AttemptFailure message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {delivery.AttemptFailure & delivery.AttemptFailure.$Shape} AttemptFailure
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): delivery.AttemptFailure & delivery.AttemptFailure.$Shape;
    }

    namespace AttemptFailure {

        /** Properties of an AttemptFailure. */
        interface $Properties {

            /** AttemptFailure kind */
            kind?: (string|null);

            /** AttemptFailure code */
            code?: (string|null);

            /** AttemptFailure message */
            message?: (string|null);

            /** AttemptFailure isHidden */
            isHidden?: (boolean|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an AttemptFailure. */
        type $Shape = delivery.AttemptFailure.$Properties;
    }

    /**
     * Properties of an AttemptRecord.
     * @deprecated Use delivery.AttemptRecord.$Properties instead.
     */
    interface IAttemptRecord extends delivery.AttemptRecord.$Properties {
    }

    /** Represents an AttemptRecord. */
    class AttemptRecord {

        /**
         * Constructs a new AttemptRecord.
         * @param [properties] Properties to set
         */
        constructor(properties?: delivery.AttemptRecord.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** AttemptRecord number. */
        number: number;

        /** AttemptRecord startedAtMs. */
        startedAtMs: number;

        /** AttemptRecord durationMs. */
        durationMs?: (number|null);

        /** AttemptRecord httpStatus. */
        httpStatus?: (number|null);

        /** AttemptRecord failure. */
        failure?: (delivery.AttemptFailure.$Properties|null);

        /** AttemptRecord address. */
        address?: (string|null);

        /** AttemptRecord answer. */
        answer?: (string|null);

        /** AttemptRecord note. */
        note?: (string|null);

        /**
         * Encodes the specified AttemptRecord message. Does not implicitly {@link delivery.AttemptRecord.verify|verify} messages.
         * @param message AttemptRecord message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: delivery.AttemptRecord.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes an AttemptRecord message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {delivery.AttemptRecord & delivery.AttemptRecord.$Shape} AttemptRecord
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): delivery.AttemptRecord & delivery.AttemptRecord.$Shape;
    }

    namespace AttemptRecord {

        /** Properties of an AttemptRecord. */
        interface $Properties {

            /** AttemptRecord number */
            number?: (number|null);

            /** AttemptRecord startedAtMs */
            startedAtMs?: (number|null);

            /** AttemptRecord durationMs */
            durationMs?: (number|null);

            /** AttemptRecord httpStatus */
            httpStatus?: (number|null);

            /** AttemptRecord failure */
            failure?: (delivery.AttemptFailure.$Properties|null);

            /** AttemptRecord address */
            address?: (string|null);

            /** AttemptRecord answer */
            answer?: (string|null);

            /** AttemptRecord note */
            note?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of an AttemptRecord. */
        type $Shape = delivery.AttemptRecord.$Properties;
    }

    /**
     * Properties of a DeliveryContext.
     * @deprecated Use delivery.DeliveryContext.$Properties instead.
     */
    interface IDeliveryContext extends delivery.DeliveryContext.$Properties {
    }

    /** Represents a DeliveryContext. */
    class DeliveryContext {

        /**
         * Constructs a new DeliveryContext.
         * @param [properties] Properties to set
         */
        constructor(properties?: delivery.DeliveryContext.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** DeliveryContext id. */
        id: string;

        /** DeliveryContext chatId. */
        chatId: string;

        /** DeliveryContext channelId. */
        channelId: string;

        /** DeliveryContext messageSeq. */
        messageSeq: number;

        /** DeliveryContext messageId. */
        messageId?: (string|null);

        /** DeliveryContext isInFront. */
        isInFront: boolean;

        /** DeliveryContext recipient. */
        recipient?: (delivery.Recipient.$Properties|null);

        /** DeliveryContext attempts. */
        attempts: delivery.AttemptRecord.$Properties[];

        /** DeliveryContext seriesOffset. */
        seriesOffset: number;

        /** DeliveryContext error. */
        error?: (delivery.AttemptFailure.$Properties|null);

        /** DeliveryContext cancellation. */
        cancellation?: (delivery.AttemptFailure.$Properties|null);

        /** DeliveryContext createdAtMs. */
        createdAtMs: number;

        /** DeliveryContext messageCargo. */
        messageCargo?: (delivery.MessageCargo.$Properties|null);

        /** DeliveryContext botEventCargo. */
        botEventCargo?: (delivery.BotEventCargo.$Properties|null);

        /** DeliveryContext webhookCargo. */
        webhookCargo?: (delivery.WebhookCargo.$Properties|null);

        /** DeliveryContext mailCargo. */
        mailCargo?: (delivery.MailCargo.$Properties|null);

        /**
         * Encodes the specified DeliveryContext message. Does not implicitly {@link delivery.DeliveryContext.verify|verify} messages.
         * @param message DeliveryContext message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: delivery.DeliveryContext.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a DeliveryContext message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {delivery.DeliveryContext & delivery.DeliveryContext.$Shape} DeliveryContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): delivery.DeliveryContext & delivery.DeliveryContext.$Shape;
    }

    namespace DeliveryContext {

        /** Properties of a DeliveryContext. */
        interface $Properties {

            /** DeliveryContext id */
            id?: (string|null);

            /** DeliveryContext chatId */
            chatId?: (string|null);

            /** DeliveryContext channelId */
            channelId?: (string|null);

            /** DeliveryContext messageSeq */
            messageSeq?: (number|null);

            /** DeliveryContext messageId */
            messageId?: (string|null);

            /** DeliveryContext isInFront */
            isInFront?: (boolean|null);

            /** DeliveryContext recipient */
            recipient?: (delivery.Recipient.$Properties|null);

            /** DeliveryContext attempts */
            attempts?: (delivery.AttemptRecord.$Properties[]|null);

            /** DeliveryContext seriesOffset */
            seriesOffset?: (number|null);

            /** DeliveryContext error */
            error?: (delivery.AttemptFailure.$Properties|null);

            /** DeliveryContext cancellation */
            cancellation?: (delivery.AttemptFailure.$Properties|null);

            /** DeliveryContext createdAtMs */
            createdAtMs?: (number|null);

            /** DeliveryContext messageCargo */
            messageCargo?: (delivery.MessageCargo.$Properties|null);

            /** DeliveryContext botEventCargo */
            botEventCargo?: (delivery.BotEventCargo.$Properties|null);

            /** DeliveryContext webhookCargo */
            webhookCargo?: (delivery.WebhookCargo.$Properties|null);

            /** DeliveryContext mailCargo */
            mailCargo?: (delivery.MailCargo.$Properties|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a DeliveryContext. */
        type $Shape = delivery.DeliveryContext.$Properties;
    }
}

/** Namespace webhooks. */
export namespace webhooks {

    /**
     * Properties of a WebhookEntry.
     * @deprecated Use webhooks.WebhookEntry.$Properties instead.
     */
    interface IWebhookEntry extends webhooks.WebhookEntry.$Properties {
    }

    /** Represents a WebhookEntry. */
    class WebhookEntry {

        /**
         * Constructs a new WebhookEntry.
         * @param [properties] Properties to set
         */
        constructor(properties?: webhooks.WebhookEntry.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** WebhookEntry deliveryId. */
        deliveryId: string;

        /** WebhookEntry event. */
        event: string;

        /**
         * Encodes the specified WebhookEntry message. Does not implicitly {@link webhooks.WebhookEntry.verify|verify} messages.
         * @param message WebhookEntry message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: webhooks.WebhookEntry.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a WebhookEntry message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {webhooks.WebhookEntry & webhooks.WebhookEntry.$Shape} WebhookEntry
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): webhooks.WebhookEntry & webhooks.WebhookEntry.$Shape;
    }

    namespace WebhookEntry {

        /** Properties of a WebhookEntry. */
        interface $Properties {

            /** WebhookEntry deliveryId */
            deliveryId?: (string|null);

            /** WebhookEntry event */
            event?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a WebhookEntry. */
        type $Shape = webhooks.WebhookEntry.$Properties;
    }

    /**
     * Properties of a WebhookLane.
     * @deprecated Use webhooks.WebhookLane.$Properties instead.
     */
    interface IWebhookLane extends webhooks.WebhookLane.$Properties {
    }

    /** Represents a WebhookLane. */
    class WebhookLane {

        /**
         * Constructs a new WebhookLane.
         * @param [properties] Properties to set
         */
        constructor(properties?: webhooks.WebhookLane.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** WebhookLane active. */
        active?: (string|null);

        /** WebhookLane waiting. */
        waiting: webhooks.WebhookEntry.$Properties[];

        /** WebhookLane endpoint. */
        endpoint: string;

        /**
         * Encodes the specified WebhookLane message. Does not implicitly {@link webhooks.WebhookLane.verify|verify} messages.
         * @param message WebhookLane message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: webhooks.WebhookLane.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a WebhookLane message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {webhooks.WebhookLane & webhooks.WebhookLane.$Shape} WebhookLane
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): webhooks.WebhookLane & webhooks.WebhookLane.$Shape;
    }

    namespace WebhookLane {

        /** Properties of a WebhookLane. */
        interface $Properties {

            /** WebhookLane active */
            active?: (string|null);

            /** WebhookLane waiting */
            waiting?: (webhooks.WebhookEntry.$Properties[]|null);

            /** WebhookLane endpoint */
            endpoint?: (string|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a WebhookLane. */
        type $Shape = webhooks.WebhookLane.$Properties;
    }

    /**
     * Properties of a WebhookReceiver.
     * @deprecated Use webhooks.WebhookReceiver.$Properties instead.
     */
    interface IWebhookReceiver extends webhooks.WebhookReceiver.$Properties {
    }

    /** Represents a WebhookReceiver. */
    class WebhookReceiver {

        /**
         * Constructs a new WebhookReceiver.
         * @param [properties] Properties to set
         */
        constructor(properties?: webhooks.WebhookReceiver.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** WebhookReceiver endpoint. */
        endpoint: string;

        /** WebhookReceiver deliveryId. */
        deliveryId: string;

        /** WebhookReceiver patienceMs. */
        patienceMs?: (number|null);

        /**
         * Encodes the specified WebhookReceiver message. Does not implicitly {@link webhooks.WebhookReceiver.verify|verify} messages.
         * @param message WebhookReceiver message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: webhooks.WebhookReceiver.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a WebhookReceiver message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {webhooks.WebhookReceiver & webhooks.WebhookReceiver.$Shape} WebhookReceiver
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): webhooks.WebhookReceiver & webhooks.WebhookReceiver.$Shape;
    }

    namespace WebhookReceiver {

        /** Properties of a WebhookReceiver. */
        interface $Properties {

            /** WebhookReceiver endpoint */
            endpoint?: (string|null);

            /** WebhookReceiver deliveryId */
            deliveryId?: (string|null);

            /** WebhookReceiver patienceMs */
            patienceMs?: (number|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a WebhookReceiver. */
        type $Shape = webhooks.WebhookReceiver.$Properties;
    }

    /**
     * Properties of a WebhooksContext.
     * @deprecated Use webhooks.WebhooksContext.$Properties instead.
     */
    interface IWebhooksContext extends webhooks.WebhooksContext.$Properties {
    }

    /** Represents a WebhooksContext. */
    class WebhooksContext {

        /**
         * Constructs a new WebhooksContext.
         * @param [properties] Properties to set
         */
        constructor(properties?: webhooks.WebhooksContext.$Properties);

        /** Unknown fields preserved while decoding when enabled */
        $unknowns?: Uint8Array[];

        /** WebhooksContext chatId. */
        chatId: string;

        /** WebhooksContext channelId. */
        channelId: string;

        /** WebhooksContext lane. */
        lane?: (webhooks.WebhookLane.$Properties|null);

        /** WebhooksContext singleUpdate. */
        singleUpdate?: (string|null);

        /** WebhooksContext lanes. */
        lanes: webhooks.WebhookLane.$Properties[];

        /** WebhooksContext update. */
        update: webhooks.WebhookReceiver.$Properties[];

        /**
         * Encodes the specified WebhooksContext message. Does not implicitly {@link webhooks.WebhooksContext.verify|verify} messages.
         * @param message WebhooksContext message or plain object to encode
         * @param [writer] Writer to encode to
         * @returns Writer
         */
        static encode(message: webhooks.WebhooksContext.$Properties, writer?: $protobuf.Writer): $protobuf.Writer;

        /**
         * Decodes a WebhooksContext message from the specified reader or buffer.
         * @param reader Reader or buffer to decode from
         * @param [length] Message length if known beforehand
         * @returns {webhooks.WebhooksContext & webhooks.WebhooksContext.$Shape} WebhooksContext
         * @throws {Error} If the payload is not a reader or valid buffer
         * @throws {$protobuf.util.ProtocolError} If required fields are missing
         */
        static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): webhooks.WebhooksContext & webhooks.WebhooksContext.$Shape;
    }

    namespace WebhooksContext {

        /** Properties of a WebhooksContext. */
        interface $Properties {

            /** WebhooksContext chatId */
            chatId?: (string|null);

            /** WebhooksContext channelId */
            channelId?: (string|null);

            /** WebhooksContext lane */
            lane?: (webhooks.WebhookLane.$Properties|null);

            /** WebhooksContext singleUpdate */
            singleUpdate?: (string|null);

            /** WebhooksContext lanes */
            lanes?: (webhooks.WebhookLane.$Properties[]|null);

            /** WebhooksContext update */
            update?: (webhooks.WebhookReceiver.$Properties[]|null);

            /** Unknown fields preserved while decoding when enabled */
            $unknowns?: Uint8Array[];
        }

        /** Shape of a WebhooksContext. */
        type $Shape = webhooks.WebhooksContext.$Properties;
    }
}
